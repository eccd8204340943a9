import type { FoundValue } from '../reference-setting';

/** Where a value was found; of several, the one of the greatest rank counts, as in the reference. */
export const RANK = { environment: 0, compose: 1, twitcher: 2, magpie: 3 } as const;

export interface FoundSetting {
  /** Spelling in the environment. */
  readonly name: string;
  readonly value: FoundValue;
  readonly file: string;
  readonly rank: number;
}

/** A file or folder that a container of the reference gets from its host. */
export interface Mount {
  readonly source: string;
  readonly target: string;
}

export interface FileContent {
  readonly settings: readonly FoundSetting[];
  readonly mounts: readonly Mount[];
  /** Lines that are no settings, and what they may do. */
  readonly notes: readonly string[];
}

/** Values of variables by their names, for references to them. */
export type Variables = (name: string) => FoundValue | undefined;

/**
 * Replaces `${NAME}` and `${NAME:-text}`, with `withoutBraces` also `$NAME`. What a shell would have to compute is not, and makes the value unknown.
 */
export function expanded(
  text: string,
  variables: Variables,
  { withoutBraces }: { readonly withoutBraces: boolean },
): FoundValue {
  let unknown: string | undefined;
  const replaced = text.replace(
    /\\([\\$"`])|\$\(|`|\$\{([^}]*)\}|\$([A-Za-z_]\w*)/g,
    (whole: string, escaped: string | undefined, inBraces: string | undefined, bare: string | undefined) => {
      if (escaped !== undefined) return withoutBraces ? escaped : whole;
      if (bare !== undefined && !withoutBraces) {
        if (variables(bare) !== undefined) unknown ??= `It is not clear whether $${bare} is a reference.`;
        return whole;
      }
      if (inBraces === undefined && bare === undefined) {
        if (!withoutBraces) return whole;
        unknown ??= 'The value is computed by the shell.';
        return '';
      }
      const [, name = '', fallback] = /^(\w+)(?::?-(.*))?$/s.exec(inBraces ?? bare ?? '') ?? [];
      if (name === '') unknown ??= 'The value is computed by the shell.';
      const found = variables(name);
      if (found !== undefined && 'unknown' in found) unknown ??= found.unknown;
      else if (found === undefined && fallback === undefined)
        unknown ??= `The value refers to ${name}, which no file sets.`;
      const value = found !== undefined && 'text' in found ? found.text : '';
      return value === '' ? (fallback ?? '') : value;
    },
  );
  return unknown === undefined ? { text: replaced } : { unknown };
}
