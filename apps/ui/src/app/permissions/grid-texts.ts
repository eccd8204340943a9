import type { Reason } from '@gatehouse/access-engine';
import type { GridTexts, LegendTexts } from '@gatehouse/ui-grid';
import type { TextKey, Translate } from '../language/console-texts';
import type { PrincipalNames } from '../principals/principal-names';
import type { PermissionsTexts } from './permissions.texts';
import type { RemoteTexts } from './remote-texts';

/** The texts of a permission grid, in the language at the time of the call: to be computed again when it changes. */
export function gridTexts(
  t: Translate<PermissionsTexts>,
  names: PrincipalNames,
  remote?: Pick<RemoteTexts, 'short' | 'lasting'>,
): GridTexts {
  // Cells are written with every row that scrolls into view, and most of them have the same text.
  const cells = new Map<string, string>();
  return {
    resource: t('grid.resource'),
    actions: t('grid.actions'),
    permission: (name) => name,
    allow: t('grid.allow'),
    deny: t('grid.deny'),
    none: t('grid.none'),
    below: t('grid.below'),
    onlyHere: t('grid.onlyHere'),
    allowBelow: t('grid.allowBelow'),
    allowHere: t('grid.allowHere'),
    denyBelow: t('grid.denyBelow'),
    denyHere: t('grid.denyHere'),
    inherit: t('grid.inherit'),
    explain: t('grid.explain'),
    revert: t('grid.revert'),
    choices: (permission, resource) => t('grid.choices', { permission, resource }),
    allowed: t('grid.allowed'),
    denied: t('grid.denied'),
    notApplicable: t('grid.notApplicable'),
    loadingRow: t('grid.loadingRow'),
    because: (reason) => reasonText(reason, t, names),
    fromEveryone: (reason) => names.isEveryone(principalOf(reason)?.name ?? ''),
    assignedBelow: t('grid.assignedBelow'),
    cell: ({ assigned, effect, unsaved }) => {
      const key = `${unsaved} ${assigned} ${effect}`;
      const text = cells.get(key) ?? t(unsaved ? 'grid.unsavedCell' : 'grid.cell', { assigned, effect });
      cells.set(key, text);
      return text;
    },
    conflict: (change) => ({ short: remote?.short(change) ?? '', full: remote?.lasting(change) ?? '' }),
    undid: (permission, path) => t('grid.undid', { permission, path }),
    nothingToUndo: t('grid.nothingToUndo'),
  };
}

/** The texts of the legend of a permission grid. */
export function legendTexts(t: Translate<PermissionsTexts>): LegendTexts {
  return {
    legend: t('legend'),
    legendChip: t('legendChip'),
    legendBelow: t('legendBelow'),
    legendHere: t('legendHere'),
    legendEffect: t('legendEffect'),
    legendDot: t('legendDot'),
    legendEdited: t('legendEdited'),
    keys: t('keys'),
    keyList: [
      ['↑ ↓ ← →', t('key.move')],
      [t('key.enter'), t('key.choices')],
      [t('key.ctrlZ'), t('key.undo')],
      ['A D I', t('key.access')],
      ['R', t('key.scope')],
      ['?', t('key.explain')],
    ],
    singleKeys: t('singleKeys'),
    grid: { allow: t('grid.allow'), deny: t('grid.deny'), allowed: t('grid.allowed') },
  };
}

/** A reason that names no principal. */
type OtherReason = Exclude<Reason, `${string}:${string}`>;

const REASON_KEYS = {
  multiple: 'reason.multiple',
  administrator: 'reason.administrator',
  'no-permission': 'reason.no-permission',
  'token-restriction': 'reason.token-restriction',
} as const satisfies Record<OtherReason, TextKey<PermissionsTexts>>;

/**
 * A reason of the API in words: `group:3:editors` is “group editors”, that of the anonymous group “everyone”. `user` is what stands for the user itself. A reason without
 * a text is returned as it is.
 * Reference: permission-rules#reasons
 */
export function reasonText(
  reason: string,
  t: Translate<PermissionsTexts>,
  names: PrincipalNames,
  user = t('reason.user'),
): string {
  const holder = principalOf(reason);
  if (holder?.kind === 'user') return user;
  if (holder) return names.isEveryone(holder.name) ? t('reason.everyone') : t('reason.group', holder);
  return Object.hasOwn(REASON_KEYS, reason) ? t(REASON_KEYS[reason as OtherReason]) : reason;
}

/** A principal as the API writes it, `group:3:editors`. */
export function principalOf(text: string): { kind: 'user' | 'group'; name: string } | undefined {
  const [kind, , ...name] = text.split(':');
  return kind === 'user' || kind === 'group' ? { kind, name: name.join(':') } : undefined;
}
