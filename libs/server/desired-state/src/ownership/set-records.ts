import { arrayParameter } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { EntityManager } from 'typeorm';
import {
  type AssignmentKey,
  type AssignmentRow,
  type Label,
  MAX_FILE_SETS,
  type MembershipKey,
  type ObjectKey,
  type RecordedAssignment,
  type Value,
  textOfAssignment,
  textOfMembership,
  textOfObject,
  toAssignment,
} from './file-set';

/** A unit of work, or a transaction. */
interface Transaction {
  readonly manager: EntityManager;
}

/** What rows are about: the parameters of statements about many of them. */
export interface RecordKeys {
  readonly objects: readonly ObjectKey[];
  readonly assignments: readonly AssignmentKey[];
  readonly memberships: readonly MembershipKey[];
}

/** The tables with the sets and what they state. Writes are in the transaction of the changes that they record. */
export class SetRepository {
  constructor(private readonly unitOfWork: Transaction) {}

  /** The identifier of a set; undefined before its first application. */
  async find(name: string): Promise<number | undefined> {
    const [row] = await this.unitOfWork.manager.query<{ id: number }[]>(
      'SELECT id FROM configuration_sets WHERE name = $1',
      [name],
    );
    return row?.id;
  }

  /** The same; creates the set. Throws `configuration_file_sets_limit`. */
  async ensure(name: string, revision: number): Promise<number> {
    const { manager } = this.unitOfWork;
    await manager.query(
      `INSERT INTO configuration_sets (name, revision) SELECT $1::text, $2::bigint
       WHERE (SELECT count(*) FROM configuration_sets) < ${MAX_FILE_SETS} ON CONFLICT (name) DO NOTHING`,
      [name, revision],
    );
    const id = await this.find(name);
    if (id === undefined) throw problem('configuration_file_sets_limit', { maximum: MAX_FILE_SETS });
    return id;
  }

  /**
   * Records what a set states. What it `created` it owns; of everything else, the set that records it first has found it, unless
   * another set owns it unchanged: then both own it. What is owned remains owned.
   */
  async state(setId: number, { objects, assignments, memberships }: StatedRecords): Promise<void> {
    const { manager } = this.unitOfWork;
    const created = objects.filter(({ isCreated }) => isCreated);
    if (created.length > 0)
      await manager.query(
        `INSERT INTO configured_objects (kind, object_id, set_id, state, value, fields, label)
         SELECT i.kind, i.id, $1, 'owned', i.value, i.fields, i.label FROM ${STATED_OBJECTS}`,
        [setId, statedObjects(created)],
      );
    const others = objects.filter(({ isCreated }) => !isCreated);
    if (others.length > 0)
      await manager.query(
        `INSERT INTO configured_objects AS c (kind, object_id, set_id, state, value, fields, label)
         SELECT i.kind, i.id, $1, CASE WHEN i.is_owned OR EXISTS (
           SELECT FROM configured_objects o WHERE o.kind = i.kind AND o.object_id = i.id AND o.set_id <> $1 AND o.state = 'owned'
             AND o.value = i.value OFFSET 0) THEN 'owned' ELSE 'found' END, i.value, i.fields, i.label
         FROM ${STATED_OBJECTS}
         ON CONFLICT (kind, object_id, set_id) DO UPDATE SET fields = excluded.fields, label = excluded.label, is_stated = true,
           state = CASE 'owned' WHEN c.state THEN c.state ELSE excluded.state END`,
        [setId, statedObjects(others)],
      );
    const changed = objects.filter(({ changed: fields }) => fields.length > 0);
    if (changed.length > 0)
      await manager.query(
        `UPDATE configured_objects c SET value = c.value || i.value FROM unnest($2::text[], $3::integer[], $4::jsonb[]) AS i (kind, id, value)
         WHERE c.kind = i.kind AND c.object_id = i.id AND c.set_id = $1`,
        [
          setId,
          ...keysOfObjects(changed),
          arrayParameter(
            changed.map(({ value, changed: fields }) =>
              JSON.stringify(Object.fromEntries(fields.map((field) => [field, value[field] ?? null]))),
            ),
          ),
        ],
      );
    if (assignments.length > 0)
      await manager.query(
        `INSERT INTO configured_assignments AS c
           (principal_kind, principal_id, resource_id, name, set_id, access, scope, state)
         SELECT i.kind, i.id, i.resource, i.name, $1, i.access, i.scope, CASE WHEN i.is_owned OR EXISTS (
           SELECT FROM configured_assignments o WHERE o.principal_kind = i.kind AND o.principal_id = i.id AND o.resource_id = i.resource
             AND o.name = i.name AND o.set_id <> $1 AND o.state = 'owned' AND (o.access, o.scope) = (i.access, i.scope) OFFSET 0)
           THEN 'owned' ELSE 'found' END
         FROM unnest($2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::boolean[])
           AS i (kind, id, resource, name, access, scope, is_owned)
         ON CONFLICT (principal_kind, principal_id, resource_id, name, set_id) DO UPDATE SET access = excluded.access,
           scope = excluded.scope, is_stated = true, state = CASE 'owned' WHEN c.state THEN c.state ELSE excluded.state END`,
        [
          setId,
          ...keysOfAssignments(assignments),
          arrayParameter(assignments.map(({ permission }) => permission.access)),
          arrayParameter(assignments.map(({ permission }) => permission.scope)),
          arrayParameter(assignments.map(({ isOwned }) => isOwned)),
        ],
      );
    if (memberships.length > 0)
      await manager.query(
        `INSERT INTO configured_memberships AS c (user_id, group_id, set_id, state)
         SELECT i.member, i.club, $1, CASE WHEN i.is_owned OR EXISTS (
           SELECT FROM configured_memberships o WHERE o.user_id = i.member AND o.group_id = i.club AND o.set_id <> $1
             AND o.state = 'owned' OFFSET 0) THEN 'owned' ELSE 'found' END
         FROM unnest($2::integer[], $3::integer[], $4::boolean[]) AS i (member, club, is_owned)
         ON CONFLICT (user_id, group_id, set_id) DO UPDATE SET is_stated = true,
           state = CASE 'owned' WHEN c.state THEN c.state ELSE excluded.state END`,
        [setId, ...keysOfMemberships(memberships), arrayParameter(memberships.map(({ isOwned }) => isOwned))],
      );
  }

  /** The files of a set no longer name them. */
  async unstate(setId: number, keys: RecordKeys): Promise<void> {
    await this.each(setId, keys, {
      objects: 'UPDATE configured_objects SET is_stated = false',
      assignments: 'UPDATE configured_assignments SET is_stated = false',
      memberships: 'UPDATE configured_memberships SET is_stated = false',
    });
  }

  /** Removes what a set has recorded. */
  async forget(setId: number, keys: RecordKeys): Promise<void> {
    await this.each(setId, keys, {
      objects: 'DELETE FROM configured_objects',
      assignments: 'DELETE FROM configured_assignments',
      memberships: 'DELETE FROM configured_memberships',
    });
  }

  /** The texts of those of the keys that other sets state or own. */
  async ofOthers(
    setId: number,
    { objects, assignments, memberships }: RecordKeys,
  ): Promise<ReadonlySet<string>> {
    const { manager } = this.unitOfWork;
    const found = new Set<string>();
    const isOther = `set_id <> $1 AND (is_stated OR state = 'owned')`;
    if (objects.length > 0)
      for (const row of await manager.query<ObjectKey[]>(
        `SELECT c.* FROM unnest($2::text[], $3::integer[]) AS i (kind, id) CROSS JOIN LATERAL (
           SELECT kind, object_id AS id FROM configured_objects WHERE kind = i.kind AND object_id = i.id AND ${isOther} LIMIT 1) c`,
        [setId, ...keysOfObjects(objects)],
      ))
        found.add(textOfObject(row));
    if (assignments.length > 0)
      for (const row of await manager.query<AssignmentRow[]>(
        `SELECT c.* FROM unnest($2::text[], $3::integer[], $4::integer[], $5::text[]) AS i (kind, id, resource, name)
         CROSS JOIN LATERAL (SELECT principal_kind, principal_id, resource_id, name FROM configured_assignments
           WHERE principal_kind = i.kind AND principal_id = i.id AND resource_id = i.resource AND name = i.name AND ${isOther} LIMIT 1) c`,
        [setId, ...keysOfAssignments(assignments)],
      ))
        found.add(textOfAssignment(toAssignment(row)));
    if (memberships.length > 0)
      for (const row of await manager.query<MembershipKey[]>(
        `SELECT c.* FROM unnest($2::integer[], $3::integer[]) AS i (member, club) CROSS JOIN LATERAL (
           SELECT user_id AS "userId", group_id AS "groupId" FROM configured_memberships
           WHERE user_id = i.member AND group_id = i.club AND ${isOther} LIMIT 1) c`,
        [setId, ...keysOfMemberships(memberships)],
      ))
        found.add(textOfMembership(row));
    return found;
  }

  /** Notes a part of an application. `created`: the first resource that it has created. */
  async notePart(name: string, revision: number, created?: number): Promise<void> {
    await this.unitOfWork.manager.query(
      `UPDATE configuration_sets SET applied_at = now(), revision = $2, unfinished_from = coalesce(unfinished_from, $3::integer)
       WHERE name = $1`,
      [name, revision, created ?? null],
    );
  }

  /** Notes an application that has ended. */
  async noteApplication(name: string, revision: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE configuration_sets SET applied_at = now(), revision = $2, unfinished_from = NULL WHERE name = $1',
      [name, revision],
    );
  }

  /** Those of the resources that an application of the set has created which was interrupted, or goes on. */
  async createdByUnfinished(name: string, resourceIds: readonly number[]): Promise<readonly number[]> {
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT o.id FROM configuration_sets s CROSS JOIN unnest($2::integer[]) AS i (id) CROSS JOIN LATERAL (
         SELECT object_id AS id FROM configured_objects WHERE set_id = s.id AND kind = 'resource' AND object_id = i.id
           AND state = 'owned' OFFSET 0) o
       WHERE s.name = $1 AND o.id >= s.unfinished_from`,
      [name, arrayParameter(resourceIds)],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes a set that neither states nor owns anything. */
  async removeIfEmpty(name: string): Promise<void> {
    const hasNone = ['configured_objects', 'configured_assignments', 'configured_memberships'].map(
      (table) => `NOT EXISTS (SELECT FROM ${table} WHERE set_id = configuration_sets.id)`,
    );
    await this.unitOfWork.manager.query(
      `DELETE FROM configuration_sets WHERE name = $1 AND ${hasNone.join(' AND ')}`,
      [name],
    );
  }

  /**
   * Runs `write` in a transaction of its own while no revision is written: its rows are never locked by two transactions in
   * different orders.
   */
  async betweenRevisions(write: (repository: SetRepository) => Promise<void>): Promise<void> {
    await this.unitOfWork.manager.transaction(async (manager) => {
      await manager.query('SELECT value FROM access_revision FOR UPDATE');
      await write(new SetRepository({ manager }));
    });
  }

  private async each(
    setId: number,
    keys: RecordKeys,
    begin: Readonly<Record<keyof RecordKeys, string>>,
  ): Promise<void> {
    const { manager } = this.unitOfWork;
    const { objects, assignments, memberships } = keys;
    if (objects.length > 0)
      await manager.query(
        `${begin.objects} WHERE ctid = ANY (ARRAY(
           SELECT c.ctid FROM unnest($2::text[], $3::integer[]) AS i (kind, id) CROSS JOIN LATERAL (SELECT ctid FROM configured_objects
             WHERE kind = i.kind AND object_id = i.id AND set_id = $1 OFFSET 0) c))`,
        [setId, ...keysOfObjects(objects)],
      );
    if (assignments.length > 0)
      await manager.query(
        `${begin.assignments} WHERE ctid = ANY (ARRAY(
           SELECT c.ctid FROM unnest($2::text[], $3::integer[], $4::integer[], $5::text[]) AS i (kind, id, resource, name)
             CROSS JOIN LATERAL (SELECT ctid FROM configured_assignments WHERE principal_kind = i.kind AND principal_id = i.id
               AND resource_id = i.resource AND name = i.name AND set_id = $1 OFFSET 0) c))`,
        [setId, ...keysOfAssignments(assignments)],
      );
    if (memberships.length > 0)
      await manager.query(
        `${begin.memberships} WHERE ctid = ANY (ARRAY(
           SELECT c.ctid FROM unnest($2::integer[], $3::integer[]) AS i (member, club) CROSS JOIN LATERAL (
             SELECT ctid FROM configured_memberships WHERE user_id = i.member AND group_id = i.club AND set_id = $1 OFFSET 0) c))`,
        [setId, ...keysOfMemberships(memberships)],
      );
  }
}

interface StatedObject extends ObjectKey {
  readonly isOwned: boolean;
  /** Whether it was just created, so that no set has recorded anything of it. */
  readonly isCreated: boolean;
  /** All of its fields, as they are now. */
  readonly value: Value;
  /** The names of the fields that the files state. */
  readonly fields: readonly string[];
  readonly label: Label;
  /** The names of those that replace what was recorded of an object that the set knows. */
  readonly changed: readonly string[];
}

/** What a set states; `isOwned` of what it has created or adopted. */
export interface StatedRecords {
  readonly objects: readonly StatedObject[];
  readonly assignments: readonly (Pick<RecordedAssignment, keyof AssignmentKey | 'permission'> & {
    readonly isOwned: boolean;
  })[];
  readonly memberships: readonly (MembershipKey & { readonly isOwned: boolean })[];
}

/**
 * SQL for the rows of {@link statedObjects}, the parameter $2. One document takes half of the time of an array for each column, in the
 * database and before: others wait meanwhile.
 */
const STATED_OBJECTS = `(SELECT e ->> 0 AS kind, (e -> 1)::integer AS id, (e -> 2)::boolean AS is_owned, e -> 3 AS value,
  e -> 4 AS fields, e -> 5 AS label FROM jsonb_array_elements($2::jsonb) AS given (e) OFFSET 0) AS i`;

function statedObjects(objects: readonly StatedObject[]): string {
  return JSON.stringify(
    objects.map(({ kind, id, isOwned, value, fields, label }) => [kind, id, isOwned, value, fields, label]),
  );
}

/** The parameters of a statement about keys, one for each column. */
type Columns = readonly unknown[];

export function keysOfObjects(keys: readonly ObjectKey[]): Columns {
  return [keys.map(({ kind }) => kind), keys.map(({ id }) => id)].map(arrayParameter);
}

export function keysOfAssignments(keys: readonly AssignmentKey[]): Columns {
  return [
    keys.map(({ principal }) => principal.kind),
    keys.map(({ principal }) => principal.id),
    keys.map(({ resourceId }) => resourceId),
    keys.map(({ name }) => name),
  ].map(arrayParameter);
}

export function keysOfMemberships(keys: readonly MembershipKey[]): Columns {
  return [keys.map(({ userId }) => userId), keys.map(({ groupId }) => groupId)].map(arrayParameter);
}
