import type { IconShape } from '@gatehouse/ui-kit';

/** What choosing an item does: opens a page of the console, opens a page of the API, or changes something directly. */
export type Target =
  | { readonly route: readonly string[]; readonly query?: Readonly<Record<string, string | number>> }
  | { readonly address: string }
  | { readonly run: () => void };

/** A part of a text; `hit` if it is what was searched for. */
export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

export interface PaletteItem {
  /** Unique in the list, and valid in an id of an element. */
  readonly id: string;
  readonly icon: IconShape;
  readonly label: readonly TextPart[];
  /** Distinguishes items with the same name: a path or an email address. */
  readonly note?: readonly TextPart[];
  readonly target: Target;
}

type SectionKind = 'command' | 'user' | 'group' | 'service' | 'resource';

export interface PaletteSection {
  readonly kind: SectionKind;
  readonly items: readonly PaletteItem[];
}

/** Divides a text at the occurrences of what was searched for, ignoring case. */
export function textParts(text: string, searched: string): readonly TextPart[] {
  if (searched === '') return [{ text, hit: false }];
  const [all, sought] = [text.toLowerCase(), searched.toLowerCase()];
  // A few letters have another length in lower case, so that positions would not match.
  if (all.length !== text.length || sought === '') return [{ text, hit: false }];
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, from)) {
    parts.push({ text: text.slice(from, at), hit: false });
    from = at + sought.length;
    parts.push({ text: text.slice(at, from), hit: true });
  }
  return [...parts, { text: text.slice(from), hit: false }].filter((part) => part.text !== '');
}
