import { sameNameSql } from '@gatehouse/database';
import { type AuditFilter, changesOfKind } from './audit-entry';
import { AUDIT_EVENT_KINDS, type AuditEventKind } from './event-journal';

/** Conditions with the values that they refer to. */
export class Conditions {
  readonly values: unknown[] = [];

  /** SQL for a value. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Columns of the listing, of a change `c` of the revision `r`. */
export const CHANGE_COLUMNS = `c.id, r.begun_at AS time, c.revision, c.entity, c.operation, NULL AS kind, c.before, c.after, c.concealed,
  r.actor_kind, r.actor_id, r.actor_name, r.actor_role, r.address, r.request_id,
  c.user_id, c.group_id, c.resource_id, 1 AS occurrences, '{}'::jsonb AS details`;

/** Greater than the ids of all entries. */
const NO_END = '9223372036854775807';

/**
 * The kinds of changes that the log has: one step in the index for each, however many changes are of it. A statement that does not
 * refer to them does not read them.
 */
const KINDS = `kinds AS (
    (SELECT entity, operation FROM changes ORDER BY entity, operation LIMIT 1)
    UNION ALL
    SELECT n.* FROM kinds k CROSS JOIN LATERAL (
      SELECT entity, operation FROM changes WHERE (entity, operation) > (k.entity, k.operation)
      ORDER BY entity, operation LIMIT 1) n)`;

/** The statement that reads a page of the listing: changes and events, the newest first. */
export function listing(filter: AuditFilter, limit: number): { sql: string; values: unknown[] } {
  const conditions = new Conditions();
  const most = conditions.value(limit);
  const changes = filter.byRevision
    ? newestOfRevisions(filter, conditions, most)
    : newestChanges(filter, conditions)(most);
  const sql = `
    WITH RECURSIVE ${KINDS}
    (SELECT ${CHANGE_COLUMNS} FROM (${changes}) newest
     JOIN changes c ON c.id = newest.id JOIN revisions r ON r.revision = c.revision ORDER BY c.id DESC LIMIT ${most})
    UNION ALL
    (SELECT e.id, e.occurred_at, NULL, NULL, NULL, e.kind, NULL, NULL, NULL,
       e.actor_kind, e.actor_id, e.actor_name, e.actor_role, e.address, e.request_id,
       e.user_id, NULL, e.resource_id, e.occurrences, e.details
     FROM (${newestEvents(filter, conditions, most)}) newest
     JOIN audit_events e ON e.id = newest.id ORDER BY e.id DESC LIMIT ${most})
    ORDER BY id DESC LIMIT ${most}`;
  return { sql, values: conditions.values };
}

/**
 * Whether entries are looked for kind by kind. Nearly the whole log may be of one kind, and all of it would be read to come to the
 * others. Entries of one object, actor or revision are few.
 */
function isByKind({ kind, excludedKinds = [], object, actor, revision }: AuditFilter): boolean {
  const isOfKinds = kind !== undefined || excludedKinds.length > 0;
  return isOfKinds && object === undefined && actor === undefined && revision === undefined;
}

/** SQL for the ids of the newest changes that a filter selects: at most `most`, and only those below an id. */
function newestChanges(
  filter: AuditFilter,
  conditions: Conditions,
): (most: string, below?: string) => string {
  const wanted = kindConditions(filter, conditions).join(' AND ');
  const others = otherConditions(filter, conditions);
  const ids = idRange(filter, conditions);
  // Without a condition on revisions, nothing but an index is read.
  const ofRevisions = filter.actor !== undefined || filter.from || filter.to;
  const from = `changes c ${ofRevisions ? 'JOIN revisions r ON r.revision = c.revision' : ''}`;
  return (most, below) => {
    const range = below === undefined ? ids : { ...ids, ends: [...ids.ends, below] };
    if (!isByKind(filter)) {
      const list = [wanted, ...inRange('c', range), ...others];
      return `SELECT c.id FROM ${from} WHERE ${list.join(' AND ')} ORDER BY c.id DESC LIMIT ${most}`;
    }
    const newest = newestOfKind('c', ['entity', 'operation'], range, others);
    return `SELECT n.id FROM (SELECT * FROM kinds c WHERE ${wanted}) k
      CROSS JOIN LATERAL (SELECT c.id FROM ${from} WHERE ${newest} LIMIT ${most}) n ORDER BY n.id DESC LIMIT ${most}`;
  };
}

/**
 * The newest change of each revision that a filter selects, the newest revision first. Numbers of changes of different revisions do
 * not interleave, so that each step goes from a revision to the one before it, however many changes it has.
 */
function newestOfRevisions({ after, ...filter }: AuditFilter, conditions: Conditions, most: string): string {
  const newest = newestChanges(filter, conditions);
  const newestBefore = (id: string): string =>
    `(SELECT c.id, c.revision FROM (${newest('1', id)}) n JOIN changes c ON c.id = n.id)`;
  return `
    WITH RECURSIVE newest AS (
      ${newestBefore(after === undefined ? NO_END : beginOfShown(conditions.value(after)))}
      UNION ALL
      SELECT n.* FROM newest p CROSS JOIN LATERAL ${newestBefore(firstOf('p.revision'))} n)
    SELECT * FROM newest LIMIT ${most}`;
}

/** SQL for the id of the first change of a revision, or of the next one that has any. */
function firstOf(revision: string): string {
  // Sorted by both, so that the index on both is used, whatever is assumed about the sizes of revisions.
  return `(SELECT id FROM changes WHERE revision >= ${revision} ORDER BY revision, id LIMIT 1)`;
}

/** Below which the changes are of revisions that a page which ends with the entry `after` has not shown. */
function beginOfShown(after: string): string {
  const shown = `(SELECT revision FROM changes WHERE id >= ${after} ORDER BY id LIMIT 1)`;
  return `least(${after}, ${firstOf(shown)})`;
}

/** Which ids an entry may have: from `first` to before the least of `ends`, all of them SQL. */
interface IdRange {
  readonly first?: string;
  readonly ends: readonly string[];
}

/**
 * Numbers of changes rise with revisions, but the times of revisions that waited for each other may not: the numbers bound the
 * search, and the times decide.
 */
function idRange({ from, to, after }: AuditFilter, conditions: Conditions): IdRange {
  const ends: string[] = [];
  if (after !== undefined) ends.push(conditions.value(after));
  if (to)
    ends.push(`(SELECT coalesce(max(id), 0) + 1 FROM changes WHERE revision =
         (SELECT max(revision) FROM revisions l WHERE begun_at < ${conditions.value(to)} AND EXISTS (
           SELECT 1 FROM changes WHERE revision = l.revision)))`);
  if (!from) return { ends };
  const revision = `(SELECT min(revision) FROM revisions WHERE begun_at >= ${conditions.value(from)})`;
  return { first: `coalesce(${firstOf(revision)}, ${NO_END})`, ends };
}

function inRange(row: 'c' | 'e', { first, ends }: IdRange): string[] {
  const upTo = ends.map((end) => `${row}.id < ${end}`);
  return first === undefined ? upTo : [`${row}.id >= ${first}`, ...upTo];
}

/**
 * Conditions and order of the entries of the kind `k`: one range of the index on kinds and ids. Equalities and an order by id alone
 * would permit the planner to read the entries of all kinds from the newest on, in the hope that some of them are of this one.
 */
function newestOfKind(
  row: 'c' | 'e',
  kind: readonly string[],
  { first = '0', ends }: IdRange,
  others: readonly string[],
): string {
  const columns = [...kind, 'id'].map((column) => `${row}.${column}`);
  const bound = (id: string): string => `(${[...kind.map((column) => `k.${column}`), id].join(', ')})`;
  const list = [
    `(${columns.join(', ')}) >= ${bound(first)}`,
    `(${columns.join(', ')}) < ${bound(`least(${[...ends, NO_END].join(', ')})`)}`,
    ...others,
  ];
  return `${list.join(' AND ')} ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')}`;
}

/** The conditions of a filter on a change `c` of the revision `r`. */
export function changeConditions(filter: AuditFilter, conditions: Conditions): string[] {
  return [
    ...kindConditions(filter, conditions),
    ...inRange('c', idRange(filter, conditions)),
    ...otherConditions(filter, conditions),
  ];
}

/** The conditions on entity and operation. Tokens of sessions are omitted: they are reissued often, and only proxies need them. */
function kindConditions({ kind, excludedKinds = [] }: AuditFilter, conditions: Conditions): string[] {
  const list = ["c.entity <> 'session_token'"];
  if (kind !== undefined) list.push(isChangeOf(kind, conditions));
  for (const excluded of excludedKinds) list.push(`NOT (${isChangeOf(excluded, conditions)})`);
  return list;
}

function isChangeOf(kind: string, conditions: Conditions): string {
  const { entity, operation } = changesOfKind(kind);
  const isEntity = `c.entity = ${conditions.value(entity)}`;
  return operation === undefined ? isEntity : `${isEntity} AND c.operation = ${conditions.value(operation)}`;
}

/** All conditions but those on kinds and ids. */
function otherConditions(
  { actor, revision, object, from, to }: AuditFilter,
  conditions: Conditions,
): string[] {
  const list: string[] = [];
  if (object) list.push(`c.${object.kind}_id = ${conditions.value(object.id)}`);
  if (revision !== undefined) list.push(`c.revision = ${conditions.value(revision)}`);
  if (actor !== undefined) list.push(sameNameSql('r.actor_name', conditions.value(actor)));
  if (from) list.push(`r.begun_at >= ${conditions.value(from)}`);
  if (to) list.push(`r.begun_at < ${conditions.value(to)}`);
  return list;
}

/** SQL for the ids of the newest events that a filter selects. */
function newestEvents(filter: AuditFilter, conditions: Conditions, most: string): string {
  const { object, revision, from, to, after } = filter;
  const kinds = eventKindsOf(filter);
  // No event is part of a revision or about a group. Nothing is read to find that there are none of these kinds.
  if (kinds.length === 0 || revision !== undefined || object?.kind === 'group')
    return 'SELECT id FROM audit_events WHERE false';
  const range = { ends: after === undefined ? [] : [conditions.value(after)] };
  const others = eventConditions(filter, conditions);
  const wanted = `${conditions.value(kinds)}::text[]`;
  // Times are not in the order of ids, and have an index.
  if (isByKind(filter) && !from && !to)
    return `SELECT n.id FROM unnest(${wanted}) k (kind)
      CROSS JOIN LATERAL (SELECT e.id FROM audit_events e WHERE ${newestOfKind('e', ['kind'], range, others)} LIMIT ${most}) n
      ORDER BY n.id DESC LIMIT ${most}`;
  const list = [`e.kind = ANY(${wanted})`, ...inRange('e', range), ...others];
  return `SELECT e.id FROM audit_events e WHERE ${list.join(' AND ')} ORDER BY e.id DESC LIMIT ${most}`;
}

function eventConditions({ actor, object, from, to }: AuditFilter, conditions: Conditions): string[] {
  const list: string[] = [];
  if (actor !== undefined) list.push(sameNameSql('e.actor_name', conditions.value(actor)));
  if (object) list.push(`e.${object.kind}_id = ${conditions.value(object.id)}`);
  if (from) list.push(`e.occurred_at >= ${conditions.value(from)}`);
  if (to) list.push(`e.occurred_at < ${conditions.value(to)}`);
  return list;
}

/** The kinds of events that a filter selects. */
function eventKindsOf({ kind: wanted, excludedKinds = [] }: AuditFilter): AuditEventKind[] {
  return AUDIT_EVENT_KINDS.filter((kind) => {
    const names = [kind, kind.split('.')[0]];
    return (
      (wanted === undefined || names.includes(wanted)) &&
      !excludedKinds.some((excluded) => names.includes(excluded))
    );
  });
}
