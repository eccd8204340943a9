import type { GridTexts } from '@gatehouse/ui-grid';
import type { PermissionsTexts } from './permissions.messages';

/** The texts of a permission grid. */
export function gridTexts({ grid, reason }: PermissionsTexts): GridTexts {
  return { ...grid, permission: (name) => name, because: (of) => reasonText(of, reason) };
}

/** A reason of the API in words: `group:3:editors` is “group editors”. Reference: permissions#reasons */
export function reasonText(reason: string, texts: PermissionsTexts['reason']): string {
  const [kind, , ...name] = reason.split(':');
  if (kind === 'group') return texts.group(name.join(':'));
  if (kind === 'user' || kind === 'multiple' || kind === 'administrator') return texts[kind];
  return texts['no-permission'];
}

/** A principal as the API writes it, `group:3:editors`. */
export function principalOf(text: string): { kind: 'user' | 'group'; name: string } | undefined {
  const [kind, , ...name] = text.split(':');
  return kind === 'user' || kind === 'group' ? { kind, name: name.join(':') } : undefined;
}
