import { isDeepStrictEqual } from 'node:util';
import { samePermission } from '@gatehouse/access-engine';
import {
  type FileSet,
  type ObjectKey,
  type RecordedAssignment,
  type RecordedMembership,
  type RecordedObject,
  textOfAssignment,
  textOfMembership,
  textOfObject,
} from './file-set';
import { namedKeys } from './named-keys';
import type { PresentState } from './present-state';
import type { PlanOfSet } from './plan-of-set';
import type { RecordedRows } from './recorded-pages';
import type { RecordKeys, StatedRecords } from './set-records';
import { statedFields } from './stated-fields';

/** A part of what is to be recorded after the last step of an application. */
export interface Settlement {
  /** What the files name and the steps have not recorded. */
  readonly stated: StatedRecords;
  /** What the set owns and its files no longer name. */
  readonly unstated: RecordKeys;
  /** What no longer exists, or does not belong to the set any more. */
  readonly forgotten: RecordKeys;
}

interface Application {
  readonly set: FileSet;
  readonly plan: PlanOfSet;
  /** What the steps have recorded. */
  readonly written: readonly RecordKeys[];
}

type PresentRows = Pick<PresentState, 'values' | 'assignments' | 'memberships'>;

/** Rows that are recorded in one transaction, at most: other writers wait for each of them, as for a revision. */
export const MAX_ROWS = 1_000;

/**
 * Compares what a set has recorded with what its files name, and answers what is to be recorded, in parts: first what the files no
 * longer name, page by page, then what they name. A part may be written before the next one is asked for.
 */
export async function* settlements(
  { set, plan, written }: Application,
  recorded: AsyncIterable<RecordedRows> | Iterable<RecordedRows>,
  present: PresentRows,
): AsyncGenerator<Settlement, void, undefined> {
  const named = namedKeys(plan.named);
  const inSteps = textsOf(written);
  const fieldsOf = statedFields(plan.named, ({ id }) => id);
  const beyondName = (key: ObjectKey): readonly string[] => {
    const fields = fieldsOf(key);
    return fields.length > 1 ? fields : [];
  };
  const unnamedSettlement = unnamedSettlements(set, plan.kept, present);
  // What the steps have not recorded, and is not recorded as the files have it.
  const left = {
    objects: withoutKeys(named.statedObjects, inSteps),
    assignments: withoutKeys(named.assignments, inSteps),
    memberships: withoutKeys(named.memberships, inSteps),
  };
  for await (const page of recorded) {
    const same = page.objects.filter((record) => {
      const key = left.objects.get(textOfObject(record));
      return key && record.isStated && isDeepStrictEqual(record.fields, fieldsOf(key));
    });
    for (const record of await withStatedValues(same, present)) left.objects.delete(textOfObject(record));
    for (const record of page.assignments) {
      const one = left.assignments.get(textOfAssignment(record));
      if (one && isSettled(record) && samePermission(record.permission, one.permission))
        left.assignments.delete(textOfAssignment(record));
    }
    for (const record of page.memberships)
      if (isSettled(record)) left.memberships.delete(textOfMembership(record));
    const isUnnamed = (names: { has(text: string): boolean }, text: string): boolean =>
      !names.has(text) && !inSteps.has(text);
    const unnamed = await unnamedSettlement({
      objects: page.objects.filter((one) => isUnnamed(named.statedObjects, textOfObject(one))),
      assignments: page.assignments.filter((one) => isUnnamed(named.assignments, textOfAssignment(one))),
      memberships: page.memberships.filter((one) => isUnnamed(named.memberships, textOfMembership(one))),
    });
    if (!isEmpty(unnamed.unstated) || !isEmpty(unnamed.forgotten)) yield { ...unnamed, stated: NOTHING };
  }
  for (const keys of partsOf([...left.objects.values()])) {
    const values = await present.values(keys);
    const objects = keys.flatMap((key) => {
      const value = values.get(textOfObject(key));
      return value
        ? [
            {
              ...key,
              isOwned: false,
              isCreated: false,
              value,
              fields: fieldsOf(key),
              changed: beyondName(key),
            },
          ]
        : [];
    });
    if (objects.length > 0) yield statement({ objects });
  }
  for (const assignments of partsOf([...left.assignments.values()]))
    yield statement({ assignments: assignments.map((one) => ({ ...one, isOwned: false })) });
  for (const memberships of partsOf([...left.memberships.values()]))
    yield statement({ memberships: memberships.map((one) => ({ ...one, isOwned: false })) });
}

/**
 * Those of the records that have the values which the files state. Others have changed the rest, and the files state now what is
 * there. What files state of most objects is the name alone, by which they were found.
 */
async function withStatedValues(
  records: readonly RecordedObject[],
  present: PresentRows,
): Promise<readonly RecordedObject[]> {
  const values = await present.values(records.filter(({ fields }) => fields.length > 1));
  return records.filter((record) => {
    const value = values.get(textOfObject(record));
    return !value || record.fields.every((name) => isDeepStrictEqual(value[name], record.value[name]));
  });
}

function statement(stated: Partial<StatedRecords>): Settlement {
  return { stated: { ...NOTHING, ...stated }, unstated: NOTHING, forgotten: NOTHING };
}

interface Unnamed {
  readonly objects: readonly RecordedObject[];
  readonly assignments: readonly RecordedAssignment[];
  readonly memberships: readonly RecordedMembership[];
}

/**
 * What prune has not removed belongs to the set no longer, except objects with something of another origin: a later application may
 * find it gone. Without prune, what the set owns remains its own.
 */
function unnamedSettlements(
  { prune }: Pick<FileSet, 'prune'>,
  kept: PlanOfSet['kept'],
  present: PresentRows,
): (unnamed: Unnamed) => Promise<Omit<Settlement, 'stated'>> {
  const released = new Set(kept.flatMap(({ key, reason }) => (reason === 'other_origin' ? [] : (key ?? []))));
  return async (unnamed) => {
    const values = await present.values(unnamed.objects);
    const remains = {
      object: (one: RecordedObject): boolean => {
        const text = textOfObject(one);
        return one.state === 'owned' && values.has(text) && !(prune === 'objects' && released.has(text));
      },
      assignments:
        prune === 'none' ? await present.assignments(unnamed.assignments) : new Map<string, never>(),
      memberships: prune === 'none' ? await present.memberships(unnamed.memberships) : new Set<string>(),
    };
    return dividedSettlement(unnamed, remains);
  };
}

interface Remains {
  readonly object: (one: RecordedObject) => boolean;
  readonly assignments: { has(text: string): boolean };
  readonly memberships: { has(text: string): boolean };
}

function dividedSettlement(unnamed: Unnamed, remains: Remains): Omit<Settlement, 'stated'> {
  const isOwned = ({ state }: Pick<RecordedObject, 'state'>): boolean => state === 'owned';
  const objects = divided(unnamed.objects, remains.object);
  const assignments = divided(
    unnamed.assignments,
    (one) => isOwned(one) && remains.assignments.has(textOfAssignment(one)),
  );
  const memberships = divided(
    unnamed.memberships,
    (one) => isOwned(one) && remains.memberships.has(textOfMembership(one)),
  );
  return {
    unstated: {
      objects: objects.kept.filter(({ isStated }) => isStated),
      assignments: assignments.kept.filter(({ isStated }) => isStated),
      memberships: memberships.kept.filter(({ isStated }) => isStated),
    },
    forgotten: { objects: objects.left, assignments: assignments.left, memberships: memberships.left },
  };
}

/** Whether nothing of a record changes when the files name it again. */
function isSettled(record: Pick<RecordedObject, 'state' | 'isStated'>): boolean {
  return record.isStated && record.state !== 'ended';
}

function divided<T>(items: readonly T[], isKept: (item: T) => boolean): { kept: T[]; left: T[] } {
  const parts: { kept: T[]; left: T[] } = { kept: [], left: [] };
  for (const item of items) parts[isKept(item) ? 'kept' : 'left'].push(item);
  return parts;
}

function withoutKeys<T>(items: ReadonlyMap<string, T>, texts: ReadonlySet<string>): Map<string, T> {
  return new Map([...items].filter(([text]) => !texts.has(text)));
}

function textsOf(keys: readonly RecordKeys[]): ReadonlySet<string> {
  return new Set(
    keys.flatMap(({ objects, assignments, memberships }) => [
      ...objects.map(textOfObject),
      ...assignments.map(textOfAssignment),
      ...memberships.map(textOfMembership),
    ]),
  );
}

export function isEmpty({ objects, assignments, memberships }: RecordKeys): boolean {
  return objects.length === 0 && assignments.length === 0 && memberships.length === 0;
}

const NOTHING = { objects: [], assignments: [], memberships: [] };

function partsOf<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let begin = 0; begin < items.length; begin += MAX_ROWS)
    parts.push(items.slice(begin, begin + MAX_ROWS));
  return parts;
}
