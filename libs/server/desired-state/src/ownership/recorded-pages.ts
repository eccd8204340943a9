import type { UnitOfWork } from '@gatehouse/database';
import {
  type AssignmentRow,
  type Label,
  type ObjectKey,
  type ObjectKind,
  type OwnershipState,
  type RecordedAssignment,
  type RecordedMembership,
  type RecordedObject,
  type SetRecords,
  textOfAssignment,
  textOfMembership,
  textOfObject,
  toAssignment,
} from './file-set';
import { type RecordKeys, keysOfAssignments, keysOfMemberships, keysOfObjects } from './set-records';

/** The parts of what a set has recorded, in the order in which they are read. */
export const SECTIONS = [
  'resource',
  'group',
  'user',
  'membership',
  'user_permission',
  'group_permission',
] as const;

export type Section = (typeof SECTIONS)[number];

/** The identifiers in the key of a row: of an object and 0; of user and group; of principal and resource. */
export type Position = readonly [number, number];

export const BEGIN: Position = [0, 0];
export const END: Position = [Infinity, Infinity];

export function isAfter(one: Position, other: Position): boolean {
  return one[0] === other[0] ? one[1] > other[1] : one[0] > other[0];
}

export interface LabelledObject extends RecordedObject {
  readonly label: Label;
}

/** Rows of one section, by their keys. */
export interface RecordedRows {
  readonly objects: readonly LabelledObject[];
  readonly assignments: readonly RecordedAssignment[];
  readonly memberships: readonly RecordedMembership[];
}

/** The rows of a section in a range; `upTo` is the end of the section, or the key of the last row. */
export interface RecordedPage extends RecordedRows {
  readonly after: Position;
  readonly upTo: Position;
}

/** What a set has recorded of given keys. */
export const NO_RECORDS: SetRecords = { objects: new Map(), assignments: new Map(), memberships: new Map() };

interface RecordedColumns {
  readonly state: OwnershipState;
  readonly isStated: boolean;
}

/** Rows of one read. A few more where a permission of the same user or group and resource is the last one. */
const MAX_PAGE_ROWS = 2_000;
/** Keys of one read. */
const MAX_KEYS = 10_000;

const OBJECT_COLUMNS = 'c.kind, c.object_id AS id, c.state, c.is_stated AS "isStated", c.value, c.fields';
const ASSIGNMENT_COLUMNS =
  'c.principal_kind, c.principal_id, c.resource_id, c.name, c.access, c.scope, c.state, c.is_stated AS "isStated"';
const MEMBERSHIP_COLUMNS =
  'c.user_id AS "userId", c.group_id AS "groupId", c.state, c.is_stated AS "isStated"';

/** Reads what sets have recorded in pages, so that the memory that they need does not depend on the size of a set. */
export class RecordedPages {
  constructor(
    private readonly unitOfWork: Pick<UnitOfWork, 'manager'>,
    private readonly maxRows = MAX_PAGE_ROWS,
  ) {}

  /** The pages of a section between two positions, at least one. What is written meanwhile is in them if it is after the last one. */
  async *between(
    setId: number,
    section: Section,
    begin: Position = BEGIN,
    end: Position = END,
  ): AsyncGenerator<RecordedPage, void, undefined> {
    for (let after = begin; ;) {
      const rows = await this.read(setId, section, after);
      const read = positionsIn(rows);
      const last = read.at(-1);
      const isEnd = last === undefined || read.length < this.maxRows || !isAfter(end, last);
      yield { ...(isEnd ? rowsUpTo(rows, end) : rows), after, upTo: isEnd ? end : last };
      if (isEnd) return;
      after = last;
    }
  }

  /** All rows of some sections. */
  async *of(setId: number, sections: readonly Section[]): AsyncGenerator<RecordedRows, void, undefined> {
    for (const section of sections) yield* this.between(setId, section);
  }

  /** The records of given keys, as far as the set has any. */
  async ofKeys(setId: number, keys: RecordKeys): Promise<SetRecords> {
    const { manager } = this.unitOfWork;
    const objects = new Map<string, RecordedObject>();
    for (const some of partsOf(keys.objects))
      for (const row of await manager.query<RecordedObject[]>(
        `SELECT c.* FROM unnest($2::text[], $3::integer[]) AS i (kind, id) CROSS JOIN LATERAL (
           SELECT ${OBJECT_COLUMNS} FROM configured_objects c
           WHERE c.kind = i.kind AND c.object_id = i.id AND c.set_id = $1 OFFSET 0) c`,
        [setId, ...keysOfObjects(some)],
      ))
        objects.set(textOfObject(row), row);
    const assignments = new Map<string, RecordedAssignment>();
    for (const some of partsOf(keys.assignments))
      for (const row of await manager.query<(AssignmentRow & RecordedColumns)[]>(
        `SELECT c.* FROM unnest($2::text[], $3::integer[], $4::integer[], $5::text[]) AS i (kind, id, resource, name)
         CROSS JOIN LATERAL (SELECT ${ASSIGNMENT_COLUMNS} FROM configured_assignments c WHERE c.principal_kind = i.kind
           AND c.principal_id = i.id AND c.resource_id = i.resource AND c.name = i.name AND c.set_id = $1 OFFSET 0) c`,
        [setId, ...keysOfAssignments(some)],
      )) {
        const assignment = toRecordedAssignment(row);
        assignments.set(textOfAssignment(assignment), assignment);
      }
    const memberships = new Map<string, RecordedMembership>();
    for (const some of partsOf(keys.memberships))
      for (const row of await manager.query<RecordedMembership[]>(
        `SELECT c.* FROM unnest($2::integer[], $3::integer[]) AS i (member, club) CROSS JOIN LATERAL (
           SELECT ${MEMBERSHIP_COLUMNS} FROM configured_memberships c
           WHERE c.user_id = i.member AND c.group_id = i.club AND c.set_id = $1 OFFSET 0) c`,
        [setId, ...keysOfMemberships(some)],
      ))
        memberships.set(textOfMembership(row), row);
    return { objects, assignments, memberships };
  }

  /** How a set names objects, by the texts of their keys, as far as it has recorded them. */
  async labels(setId: number, keys: readonly ObjectKey[]): Promise<ReadonlyMap<string, Label>> {
    const labels = new Map<string, Label>();
    for (const some of partsOf(keys))
      for (const { label, ...key } of await this.unitOfWork.manager.query<(ObjectKey & { label: Label })[]>(
        `SELECT c.* FROM unnest($2::text[], $3::integer[]) AS i (kind, id) CROSS JOIN LATERAL (
           SELECT kind, object_id AS id, label FROM configured_objects
           WHERE kind = i.kind AND object_id = i.id AND set_id = $1 OFFSET 0) c`,
        [setId, ...keysOfObjects(some)],
      ))
        labels.set(textOfObject(key), label);
    return labels;
  }

  private async read(setId: number, section: Section, [first, second]: Position): Promise<RecordedRows> {
    switch (section) {
      case 'resource':
      case 'group':
      case 'user':
        return { ...NOTHING, objects: await this.objects(setId, section, first) };
      case 'user_permission':
        return { ...NOTHING, assignments: await this.assignments(setId, 'user', [first, second]) };
      case 'group_permission':
        return { ...NOTHING, assignments: await this.assignments(setId, 'group', [first, second]) };
      case 'membership':
        return { ...NOTHING, memberships: await this.memberships(setId, [first, second]) };
    }
  }

  private objects(setId: number, kind: ObjectKind, after: number): Promise<LabelledObject[]> {
    return this.unitOfWork.manager.query<LabelledObject[]>(
      `SELECT ${OBJECT_COLUMNS}, c.label FROM configured_objects c WHERE c.set_id = $1 AND c.kind = $2 AND c.object_id > $3
       ORDER BY c.set_id, c.kind, c.object_id LIMIT $4`,
      [setId, kind, after, this.maxRows],
    );
  }

  /** With all assignments of the last principal and resource, of which there are as many as permissions. */
  private async assignments(
    setId: number,
    kind: 'user' | 'group',
    [principal, resource]: Position,
  ): Promise<RecordedAssignment[]> {
    const rows = await this.unitOfWork.manager.query<(AssignmentRow & RecordedColumns)[]>(
      `SELECT ${ASSIGNMENT_COLUMNS} FROM configured_assignments c
       WHERE c.set_id = $1 AND c.principal_kind = $2 AND (c.principal_id, c.resource_id) > ($3::integer, $4::integer)
       ORDER BY c.set_id, c.principal_kind, c.principal_id, c.resource_id FETCH FIRST ($5::integer) ROWS WITH TIES`,
      [setId, kind, principal, resource, this.maxRows],
    );
    return rows.map(toRecordedAssignment);
  }

  /** A range of the index: the planner would otherwise read the primary key, with the rows of all sets. */
  private memberships(setId: number, [user, group]: Position): Promise<RecordedMembership[]> {
    return this.unitOfWork.manager.query<RecordedMembership[]>(
      `SELECT ${MEMBERSHIP_COLUMNS} FROM configured_memberships c
       WHERE (c.set_id, c.user_id, c.group_id) > ($1::integer, $2::integer, $3::integer) AND c.set_id <= $1::integer
       ORDER BY c.set_id, c.user_id, c.group_id LIMIT $4`,
      [setId, user, group, this.maxRows],
    );
  }
}

const NOTHING: RecordedRows = { objects: [], assignments: [], memberships: [] };

function toRecordedAssignment(row: AssignmentRow & RecordedColumns): RecordedAssignment {
  return { ...toAssignment(row), state: row.state, isStated: row.isStated };
}

const positionOf = {
  object: ({ id }: ObjectKey): Position => [id, 0],
  assignment: ({ principal, resourceId }: RecordedAssignment): Position => [principal.id, resourceId],
  membership: ({ userId, groupId }: RecordedMembership): Position => [userId, groupId],
};

function positionsIn({ objects, assignments, memberships }: RecordedRows): Position[] {
  return [
    ...objects.map(positionOf.object),
    ...assignments.map(positionOf.assignment),
    ...memberships.map(positionOf.membership),
  ];
}

function rowsUpTo({ objects, assignments, memberships }: RecordedRows, end: Position): RecordedRows {
  return {
    objects: objects.filter((one) => !isAfter(positionOf.object(one), end)),
    assignments: assignments.filter((one) => !isAfter(positionOf.assignment(one), end)),
    memberships: memberships.filter((one) => !isAfter(positionOf.membership(one), end)),
  };
}

function partsOf<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let begin = 0; begin < items.length; begin += MAX_KEYS)
    parts.push(items.slice(begin, begin + MAX_KEYS));
  return parts;
}
