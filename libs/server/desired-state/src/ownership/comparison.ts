import { isDeepStrictEqual } from 'node:util';
import { formatExplicit, samePermission } from '@gatehouse/access-engine';
import {
  type AssignmentKey,
  type Label,
  type ObjectKey,
  type RecordedAssignment,
  type RecordedMembership,
  type RecordedObject,
  type Value,
  textOfAssignment,
  textOfMembership,
  textOfObject,
} from './file-set';
import type { PresentState } from './present-state';
import type { LabelledObject, RecordedPages, RecordedRows } from './recorded-pages';

/** Something that the files of a set state, and that is different now. */
export interface Drift extends Label {
  readonly drift: 'removed' | 'changed' | 'created_again';
  readonly object: 'service' | 'resource' | 'user' | 'group' | 'membership' | 'permission';
  readonly stated: string | Value | null;
  readonly present: string | Value | null;
  /** Whether an application of the same files reverts it. */
  readonly reverts: boolean;
}

/** How many objects of each kind. */
export interface SetCounts {
  readonly services: number;
  readonly resources: number;
  readonly users: number;
  readonly groups: number;
  readonly memberships: number;
  readonly permissions: number;
}

export const NO_COUNTS: SetCounts = {
  services: 0,
  resources: 0,
  users: 0,
  groups: 0,
  memberships: 0,
  permissions: 0,
};

export function sumOf(one: SetCounts, other: SetCounts): SetCounts {
  return {
    services: one.services + other.services,
    resources: one.resources + other.resources,
    users: one.users + other.users,
    groups: one.groups + other.groups,
    memberships: one.memberships + other.memberships,
    permissions: one.permissions + other.permissions,
  };
}

/** Recorded rows as they were compared with what exists. */
export interface Comparison {
  readonly owned: SetCounts;
  readonly unnamed: SetCounts;
  /** Texts of differences are made on demand, of the first ones. */
  readonly differences: readonly Difference[];
}

type Difference =
  | { readonly of: 'object'; readonly recorded: LabelledObject; readonly present: Value | undefined }
  | { readonly of: 'membership'; readonly recorded: RecordedMembership; readonly exists: boolean }
  | {
      readonly of: 'assignment';
      readonly recorded: RecordedAssignment;
      readonly present: RecordedAssignment['permission'] | undefined;
    };

/** Compares rows with what exists. What the files no longer name is counted, and not compared. */
export async function compared(rows: RecordedRows, present: PresentState): Promise<Comparison> {
  const { objects, assignments, memberships } = rows;
  const isStated = (one: { readonly isStated: boolean }): boolean => one.isStated;
  const differences: Difference[] = [];
  const values = await present.values(objects.filter(isStated));
  for (const recorded of objects.filter(isStated)) {
    const value = values.get(textOfObject(recorded));
    if (differs(recorded, value)) differences.push({ of: 'object', recorded, present: value });
  }
  const existing = await present.memberships(memberships.filter(isStated));
  for (const recorded of memberships.filter(isStated)) {
    const exists = existing.has(textOfMembership(recorded));
    if (recorded.state === 'ended' || !exists) differences.push({ of: 'membership', recorded, exists });
  }
  const permissions = await present.assignments(assignments.filter(isStated));
  for (const recorded of assignments.filter(isStated)) {
    const permission = permissions.get(textOfAssignment(recorded));
    const isSame = permission !== undefined && samePermission(permission, recorded.permission);
    if (recorded.state === 'ended' || !isSame)
      differences.push({ of: 'assignment', recorded, present: permission });
  }
  const owned = rowsWith(rows, ({ state }) => state === 'owned');
  return {
    owned: countsIn(owned),
    unnamed: countsIn(rowsWith(owned, (one) => !one.isStated)),
    differences,
  };
}

/** Of what the set owns, all fields count; of what it has found, those that its files state. */
function differs({ state, value, fields }: RecordedObject, present: Value | undefined): boolean {
  if (!present) return true;
  if (state === 'owned') return !isDeepStrictEqual(present, value);
  return fields.some((name) => !isDeepStrictEqual(present[name], value[name]));
}

/** How replies show differences of one set. */
export async function driftOf(
  differences: readonly Difference[],
  setId: number,
  pages: RecordedPages,
): Promise<Drift[]> {
  const labels = await pages.labels(setId, differences.flatMap(keysIn));
  const labelOf = (key: ObjectKey): Label => labels.get(textOfObject(key)) ?? {};
  return differences.map((one) => {
    if (one.of === 'object') return driftOfObject(one.recorded, one.present);
    const label = Object.assign({}, ...keysIn(one).map(labelOf)) as Label;
    if (one.of === 'membership')
      return {
        drift: one.exists ? 'created_again' : 'removed',
        object: 'membership',
        ...label,
        stated: null,
        present: null,
        reverts: !one.exists,
      };
    const { recorded, present } = one;
    const isSame = present !== undefined && samePermission(present, recorded.permission);
    return {
      drift: present ? (isSame ? 'created_again' : 'changed') : 'removed',
      object: 'permission',
      ...label,
      stated: formatExplicit(recorded.permission),
      present: present ? formatExplicit(present) : null,
      reverts: !isSame,
    };
  });
}

function keysIn(one: Difference): ObjectKey[] {
  switch (one.of) {
    case 'object':
      return [];
    case 'membership':
      return [
        { kind: 'user', id: one.recorded.userId },
        { kind: 'group', id: one.recorded.groupId },
      ];
    case 'assignment': {
      const { principal, resourceId }: AssignmentKey = one.recorded;
      return [principal, { kind: 'resource', id: resourceId }];
    }
  }
}

function driftOfObject(
  { kind, label, fields, value: stated }: LabelledObject,
  present: Value | undefined,
): Drift {
  const object = kind === 'resource' && label.resource === '' ? 'service' : kind;
  if (!present) return { drift: 'removed', object, ...label, stated, present: null, reverts: true };
  const differing = Object.keys({ ...stated, ...present }).filter(
    (name) => !isDeepStrictEqual(stated[name], present[name]),
  );
  const only = (value: Value): Value =>
    Object.fromEntries(differing.map((name) => [name, value[name] ?? null]));
  return {
    drift: 'changed',
    object,
    ...label,
    stated: only(stated),
    present: only(present),
    reverts: differing.some((name) => fields.includes(name)),
  };
}

function rowsWith(
  { objects, assignments, memberships }: RecordedRows,
  isWanted: (one: Pick<RecordedObject, 'state' | 'isStated'>) => boolean,
): RecordedRows {
  return {
    objects: objects.filter(isWanted),
    assignments: assignments.filter(isWanted),
    memberships: memberships.filter(isWanted),
  };
}

function countsIn({ objects, assignments, memberships }: RecordedRows): SetCounts {
  const count = (isWanted: (one: LabelledObject) => boolean): number => objects.filter(isWanted).length;
  const isService = ({ label }: LabelledObject): boolean => label.resource === '';
  return {
    services: count((one) => one.kind === 'resource' && isService(one)),
    resources: count((one) => one.kind === 'resource' && !isService(one)),
    users: count(({ kind }) => kind === 'user'),
    groups: count(({ kind }) => kind === 'group'),
    memberships: memberships.length,
    permissions: assignments.length,
  };
}
