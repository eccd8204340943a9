import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { type Precondition, committedRevisions, currentPrecondition } from './actor';
import type { RecordedObject } from './recorded-object';

/** A field that a request would change and that somebody has changed after the revision on which the request is based. */
export interface ChangedField {
  /** Name of the field in bodies of requests; a member of an object is `object.member`. */
  readonly field: string;
  /** The stored value; undefined for secrets. */
  readonly current: unknown;
  readonly isSecret: boolean;
  /** The revision of its last change, or the newest one if the change log does not go back to the stated one. */
  readonly revision: number;
  /** Who changed it last and when; undefined if the change log no longer tells. */
  readonly by: LastAuthor | undefined;
}

interface LastAuthor {
  /** A user, or null for the system and anonymous clients. */
  readonly id: number | null;
  readonly name: string | null;
  readonly at: Date;
}

/** The unit of work would overwrite what somebody else has changed; nothing was committed. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';

  constructor(readonly fields: readonly ChangedField[]) {
    super(`changed meanwhile: ${fields.map(({ field }) => field).join(', ')}`);
  }
}

/** The stated revision is not committed yet. */
export class RevisionAhead extends Error {
  override readonly name = 'RevisionAhead';

  constructor(
    readonly stated: number,
    readonly newest: number,
  ) {
    super(`revision ${stated} is beyond the newest revision ${newest}`);
  }
}

type Row = Readonly<Record<string, unknown>>;

interface Change {
  readonly entity: string;
  readonly operation: 'insert' | 'update' | 'delete';
  readonly before: Row | null;
  readonly after: Row | null;
  readonly concealed: readonly string[] | null;
}

interface EarlierChange extends Change {
  readonly revision: string;
  readonly begun_at: Date;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
}

/** What a change does to a field. */
interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
  readonly isSecret: boolean;
}

/**
 * Inside a unit of work, after its writes: throws {@link ChangedMeanwhile} if they overwrite what was committed after the revision
 * that the request states. Both are read from the change log, so that exactly those fields are compared that the request has
 * changed, whichever code has changed them. Reference: data#conditional-changes.
 */
export async function rejectOverwriting(manager: EntityManager, revision: number): Promise<void> {
  const precondition = currentPrecondition();
  if (!precondition) return;
  const { since, objects } = precondition;
  if (since >= revision) throw new RevisionAhead(since, revision - 1);
  const own = await ownChanges(manager, revision, precondition);
  const conflicts = new Map<string, ChangedField>();
  for (const change of own) {
    const object = objects.find(({ entity }) => entity === change.entity);
    const fields = object && fieldsOf(object, change);
    if (!fields || fields.size === 0) continue;
    const earlier = await changesBetween(manager, { since, revision, object, row: rowOf(change) });
    for (const conflict of conflictsOf(object, fields, earlier, revision - 1)) {
      // Of several changes of a row, the first has the stored values.
      if (!conflicts.has(conflict.field)) conflicts.set(conflict.field, conflict);
    }
  }
  if (conflicts.size > 0) throw new ChangedMeanwhile([...conflicts.values()]);
}

function ownChanges(
  manager: EntityManager,
  revision: number,
  { objects }: Precondition,
): Promise<readonly Change[]> {
  return manager.query<Change[]>(
    `SELECT entity, operation, before, after, concealed FROM changes
     WHERE revision = $1 AND entity = ANY ($2::text[]) AND operation <> 'delete' ORDER BY id`,
    [revision, objects.map(({ entity }) => entity)],
  );
}

interface Period {
  readonly since: number;
  readonly revision: number;
  readonly object: RecordedObject;
  readonly row: Row;
}

/**
 * The changes of a row after `since` and before `revision`, the oldest first; undefined if the log does not go back that far. The
 * identifiers of changes grow with their revisions, which is why the indexes limit what is read.
 */
async function changesBetween(
  manager: EntityManager,
  { since, revision, object: { entity, key, about }, row }: Period,
): Promise<readonly EarlierChange[] | undefined> {
  if (since + 1 === revision) return [];
  const [log] = await manager.query<{ reaches: boolean }[]>(
    'SELECT EXISTS (SELECT 1 FROM revisions WHERE revision = $1) AS reaches',
    [since + 1],
  );
  if (!log?.reaches) return undefined;
  // Other writers wait meanwhile: the changes of one object are read, not those of all objects of its kind.
  const isOfRow =
    about === undefined
      ? 'coalesce(c.after, c.before) -> $2::text = to_jsonb($3::integer)'
      : `c.${about}_id = $3::integer AND $2::text IS NOT NULL`;
  return manager.query<EarlierChange[]>(
    `SELECT c.entity, c.operation, c.before, c.after, c.concealed, c.revision, r.begun_at, r.actor_id, r.actor_name
     FROM changes c JOIN revisions r ON r.revision = c.revision
     WHERE c.entity = $1 AND ${isOfRow} AND c.revision < $5
       AND c.revision <> ALL ($6::bigint[])
       AND c.id > coalesce((SELECT id FROM changes WHERE revision <= $4 ORDER BY revision DESC, id DESC LIMIT 1), 0)
     ORDER BY c.id`,
    [entity, key, row[key], since, revision, committedRevisions()],
  );
}

/** The fields that a change has changed, by their names. */
function fieldsOf(object: RecordedObject, change: Change): ReadonlyMap<string, FieldChange> {
  const { before, after, concealed } = change;
  const fields = new Map<string, FieldChange>();
  for (const [column, field] of Object.entries(object.secrets ?? {})) {
    const isChanged = concealed?.includes(column) === true || !isSame(before?.[column], after?.[column]);
    if (isChanged) fields.set(field, { before: undefined, after: undefined, isSecret: true });
  }
  for (const [column, field] of Object.entries(object.fields)) {
    for (const [name, old, value] of valuesOf(field, before?.[column], after?.[column])) {
      if (!isSame(old, value)) fields.set(name, { before: old, after: value, isSecret: false });
    }
  }
  return fields;
}

/** A field, or the members of one whose name ends with `.*`, each with its old and new value. */
function valuesOf(field: string, before: unknown, after: unknown): (readonly [string, unknown, unknown])[] {
  if (!field.endsWith('.*')) return [[field, before, after]];
  const [old, value] = [before, after].map((one) => (one ?? {}) as Row);
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(value ?? {})]);
  return [...names].map((name) => [`${field.slice(0, -1)}${name}`, old?.[name], value?.[name]]);
}

function conflictsOf(
  object: RecordedObject,
  own: ReadonlyMap<string, FieldChange>,
  earlier: readonly EarlierChange[] | undefined,
  newest: number,
): ChangedField[] {
  return [...own].flatMap(([field, { before, isSecret }]): ChangedField[] => {
    if (!earlier) return [{ field, current: before, isSecret, revision: newest, by: undefined }];
    const changes = earlier.flatMap((change) => {
      const found = fieldsOf(object, change).get(field);
      return found ? [{ change, found }] : [];
    });
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) return [];
    // Changed and changed back: the request is based on what is stored.
    const isRestored = !isSecret && first.change.operation === 'update' && isSame(first.found.before, before);
    if (isRestored) return [];
    // A row that the request has added, such as a version of terms, has no value before.
    const current = before ?? last.found.after;
    const { revision, begun_at: at, actor_id: id, actor_name: name } = last.change;
    return [{ field, current, isSecret, revision: Number(revision), by: { id, name, at } }];
  });
}

function rowOf({ before, after }: Change): Row {
  return after ?? before ?? {};
}

function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null);
}
