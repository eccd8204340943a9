import type { Direction } from '../permissions/assignment-changes';
import type { PlannedConfigurationChange } from '@gatehouse/ui-data';
import type { Assignment } from '@gatehouse/ui-grid';

/** Whether something is there afterwards that was not before, the reverse, or something else than before. */
export interface PermissionChange {
  readonly change: PlannedConfigurationChange;
  readonly direction: Direction;
  /** The service, or the path of the resource with it. */
  readonly path: string;
  readonly principal: string;
  readonly permission: string;
  readonly before: Assignment | null;
  readonly after: Assignment | null;
}

/** A change of something else than a permission. */
export interface ObjectChange {
  readonly change: PlannedConfigurationChange;
  readonly direction: Direction;
}

const EXPLICIT = /^(.+)-(allow|deny)-(match|recursive)$/;

/** The changes of permissions among planned ones, and all others, each in their order. */
export function sorted(changes: readonly PlannedConfigurationChange[]): {
  readonly permissions: readonly PermissionChange[];
  readonly objects: readonly ObjectChange[];
} {
  const permissions: PermissionChange[] = [];
  const objects: ObjectChange[] = [];
  for (const change of changes) {
    if (isPermissionKind(change.change)) permissions.push(permissionOf(change));
    else objects.push({ change, direction: directionOf(change.change) });
  }
  return { permissions, objects };
}

/** Where a change is: `maps/rivers/delta`. */
export function pathOf({ service = '', resource = '' }: { service?: string; resource?: string }): string {
  return `${service}${resource}`;
}

/** The number of changes of some kinds, in a plan of which not all may be listed. */
export function countOf(
  counts: Readonly<Record<string, number>>,
  isWanted: (kind: string) => boolean,
): number {
  return Object.entries(counts).reduce((sum, [kind, count]) => (isWanted(kind) ? sum + count : sum), 0);
}

export function isPermissionKind(kind: string): boolean {
  return kind.endsWith('_permission');
}

/** A value of a field on one line, as JSON has it. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function permissionOf(change: PlannedConfigurationChange): PermissionChange {
  const { before, after, user, group } = change;
  const [name, was] = assignmentOf(before);
  const [newName, is] = assignmentOf(after);
  return {
    change,
    direction: is === null ? 'removed' : was === null ? 'added' : 'changed',
    path: pathOf(change),
    principal: user ?? group ?? '',
    permission: newName ?? name ?? '',
    before: was,
    after: is,
  };
}

/** The name and the rest of a permission in its explicit form, such as `read-allow-recursive`. */
export function assignmentOf(text: string | undefined): [string | undefined, Assignment | null] {
  const [, name, access, scope] = EXPLICIT.exec(text ?? '') ?? [];
  if (name === undefined) return [text, null];
  return [name, { access, scope } as Assignment];
}

function directionOf(kind: string): Direction {
  if (kind === 'adopt') return 'adopted';
  if (/^(remove|delete)_/.test(kind)) return 'removed';
  return kind.startsWith('change_') ? 'changed' : 'added';
}
