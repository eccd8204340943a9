import { nameKeySql, sameNameSql } from '@gatehouse/database';
import { type AuditFilter, changesOfKind } from './audit-entry';
import { AUDIT_EVENT_KINDS, type AuditEventKind } from './event-journal';
import { Conditions } from './conditions';
import { ITS_REVISION, IS_STEP, NEXT, leftOutSql, ofDeletion, stepsOf, walk } from './deletion-steps-sql';
import { type IdRange, NO_END, afterRevisions, firstOf, inRange, rangeOf, within } from './id-range-sql';
import { firstEventSince, firstRevisionSince, lastEventBefore, lastRevisionBefore } from './times-sql';

/** Columns of the listing, of a change `c` of the revision `r`. */
export const CHANGE_COLUMNS = `c.id, r.begun_at AS time, c.revision, c.entity, c.operation, NULL AS kind, c.before, c.after, c.concealed,
  r.actor_kind, r.actor_id, r.actor_name, r.actor_role, r.address, r.request_id,
  c.user_id, c.group_id, c.resource_id, 1 AS occurrences, '{}'::jsonb AS details`;

/**
 * SQL for whether the listing has a change `c`. It has no tokens of sessions, which are reissued often, and only proxies need; and no end of
 * a cut-off, when the rows of its sessions are removed.
 */
export const IS_LISTED =
  "c.entity <> 'session_token' AND NOT (c.entity = 'session_cutoff' AND c.operation = 'delete')";

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
    : newestListed(filter, conditions, most);
  const sql = `
    WITH RECURSIVE ${KINDS}
    (SELECT ${CHANGE_COLUMNS} FROM (${changes}) newest
     CROSS JOIN LATERAL (SELECT * FROM changes WHERE id = newest.id OFFSET 0) c ${ITS_REVISION} ORDER BY c.id DESC LIMIT ${most})
    UNION ALL
    (SELECT e.id, e.occurred_at, NULL, NULL, NULL, e.kind, NULL, NULL, NULL,
       e.actor_kind, e.actor_id, e.actor_name, e.actor_role, e.address, e.request_id,
       e.user_id, NULL, e.resource_id, e.occurrences, e.details
     FROM (${newestEvents(filter, conditions, most)}) newest
     CROSS JOIN LATERAL (SELECT * FROM audit_events WHERE id = newest.id OFFSET 0) e ORDER BY e.id DESC LIMIT ${most})
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

/**
 * SQL for the ids of the newest changes that a filter selects: at most `most`, and only those below an id, and from another one on. They
 * are read by one range of an index, whatever is assumed about their number.
 */
function newestChanges(
  filter: AuditFilter,
  conditions: Conditions,
): (most: string, below?: string, first?: string) => string {
  const { object, revision, actor } = filter;
  const wanted = kindConditions(filter, conditions).join(' AND ');
  const times = timeConditions(filter, conditions);
  const ofActor = actor === undefined ? undefined : nameKeySql(conditions.value(actor));
  const isOfActor = ofActor === undefined ? [] : [`${nameKeySql('r.actor_name')} = ${ofActor}`];
  const ofRevision = revision === undefined ? undefined : conditions.value(revision);
  const ofObject = object && conditions.value(object.id);
  const ids = idRange(filter, conditions);
  // Without a condition on revisions, nothing but an index is read.
  const from = `changes c ${times.length > 0 || ofActor !== undefined || ofRevision !== undefined ? ITS_REVISION : ''}`;
  return (most, below, first) => {
    const range = within(ids, below, first);
    if (object && ofObject !== undefined) {
      const column = `c.${object.kind}_id`;
      const list = [`${column} IS NOT NULL`, wanted, ...times, ...isOfActor];
      if (ofRevision !== undefined)
        list.push(`(c.revision = ${ofRevision} OR r.actor_role = ${stepsOf(ofRevision)})`);
      return `SELECT c.id FROM ${from} WHERE ${rangeOf([column, 'c.id'], [ofObject], range, list)} LIMIT ${most}`;
    }
    if (ofRevision !== undefined)
      return ofDeletion(
        ofRevision,
        { wanted, isOfKind: filter.kind !== undefined, others: [...times, ...isOfActor], range },
        most,
      );
    if (ofActor !== undefined) {
      const list = [wanted, ...inRange('c', range)];
      const last = afterRevisions(range);
      const key = nameKeySql('r.actor_name');
      return `SELECT c.id FROM revisions r CROSS JOIN LATERAL (
          SELECT c.id FROM (
            SELECT * FROM changes WHERE revision BETWEEN r.revision AND r.revision ORDER BY revision DESC, id DESC OFFSET 0) c
          WHERE ${list.join(' AND ')} ORDER BY c.revision DESC, c.id DESC LIMIT ${most}) c
        WHERE (${key}, r.revision) >= (${ofActor}, 0) AND (${key}, r.revision) < (${ofActor}, ${last})
          ${times.map((condition) => `AND ${condition}`).join(' ')}
        ORDER BY ${key} DESC, r.revision DESC ${most === NEXT ? '' : ', c.id DESC'} LIMIT ${most}`;
    }
    if (isByKind(filter)) {
      const newest = rangeOf(['c.entity', 'c.operation', 'c.id'], ['k.entity', 'k.operation'], range, times);
      return `SELECT n.id FROM (SELECT * FROM kinds c WHERE ${wanted}) k
        CROSS JOIN LATERAL (SELECT c.id FROM ${from} WHERE ${newest} LIMIT ${most}) n ORDER BY n.id DESC LIMIT ${most}`;
    }
    const list = [wanted, ...inRange('c', range), ...times];
    return `SELECT c.id FROM ${from} WHERE ${list.join(' AND ')} ORDER BY c.id DESC LIMIT ${most}`;
  };
}

/** SQL for the ids of the newest changes of a listing: without steps that are left out, which may be most of the log. */
function newestListed(filter: AuditFilter, conditions: Conditions, most: string): string {
  const newest = newestChanges(filter, conditions);
  const isLeftOut = leftOutSql(filter, conditions);
  if (isLeftOut === undefined) return newest(most);
  // What is listed of the part between two steps is read at once.
  const lastStep = `(SELECT revision FROM revisions WHERE ${IS_STEP} AND revision < c.revision ORDER BY revision DESC LIMIT 1)`;
  return `
    WITH RECURSIVE part AS (${walk(newest, isLeftOut, `coalesce(${lastStep}, -1) + 1`, NO_END)})
    SELECT n.id FROM part p CROSS JOIN LATERAL (${newest(most, 'p.below', 'p.first')}) n WHERE NOT p.is_left_out LIMIT ${most}`;
}

/**
 * The newest change of each revision that a filter selects, the newest revision first. Numbers of changes of different revisions do
 * not interleave, so that each step goes from a revision to the one before it, however many changes it has.
 */
function newestOfRevisions({ after, ...filter }: AuditFilter, conditions: Conditions, most: string): string {
  const newest = newestChanges(filter, conditions);
  const isLeftOut = leftOutSql(filter, conditions) ?? 'false';
  const below = after === undefined ? NO_END : beginOfShown(conditions.value(after));
  return `
    WITH RECURSIVE part AS (${walk(newest, isLeftOut, 'c.revision', below)})
    SELECT id FROM part WHERE NOT is_left_out LIMIT ${most}`;
}

/** Below which the changes are of revisions that a page which ends with the entry `after` has not shown. */
function beginOfShown(after: string): string {
  const shown = `(SELECT revision FROM changes WHERE id >= ${after} ORDER BY id LIMIT 1)`;
  return `least(${after}, ${firstOf(shown)})`;
}

/**
 * Numbers of changes rise with revisions, but the times of revisions that waited for each other may not: the numbers bound the
 * search, and the times decide.
 */
function idRange({ from, to, after }: AuditFilter, conditions: Conditions): IdRange {
  const ends: string[] = [];
  if (after !== undefined) ends.push(conditions.value(after));
  if (to) {
    const next = `coalesce(${lastRevisionBefore(conditions.value(to))}, -1) + 1`;
    ends.push(`coalesce(${firstOf(next)}, ${NO_END})`);
  }
  if (!from) return { ends };
  return { first: `coalesce(${firstOf(firstRevisionSince(conditions.value(from)))}, ${NO_END})`, ends };
}

/** The conditions of a filter on a change `c` of the revision `r`. */
export function changeConditions(filter: AuditFilter, conditions: Conditions): string[] {
  const { actor, object, revision } = filter;
  const list = [
    ...kindConditions(filter, conditions),
    ...inRange('c', idRange(filter, conditions)),
    ...timeConditions(filter, conditions),
  ];
  if (object) list.push(`c.${object.kind}_id = ${conditions.value(object.id)}`);
  if (revision !== undefined) list.push(`c.revision = ${conditions.value(revision)}`);
  if (actor !== undefined) list.push(sameNameSql('r.actor_name', conditions.value(actor)));
  return list;
}

/** The conditions on entity and operation. */
function kindConditions({ kind, excludedKinds = [] }: AuditFilter, conditions: Conditions): string[] {
  const list = [IS_LISTED];
  if (kind !== undefined) list.push(isChangeOf(kind, conditions));
  for (const excluded of excludedKinds) list.push(`NOT ${isChangeOf(excluded, conditions)}`);
  return list;
}

function isChangeOf(kind: string, conditions: Conditions): string {
  const list = changesOfKind(kind).map(({ entity, operation }) => {
    const isEntity = `c.entity = ${conditions.value(entity)}`;
    return operation === undefined
      ? isEntity
      : `${isEntity} AND c.operation = ${conditions.value(operation)}`;
  });
  return list.length === 0 ? 'false' : `(${list.join(' OR ')})`;
}

/** The conditions on the time of a revision `r`. */
function timeConditions({ from, to }: AuditFilter, conditions: Conditions): string[] {
  const list: string[] = [];
  if (from) list.push(`r.begun_at >= ${conditions.value(from)}`);
  if (to) list.push(`r.begun_at < ${conditions.value(to)}`);
  return list;
}

/** SQL for the ids of the newest events that a filter selects. */
function newestEvents(filter: AuditFilter, conditions: Conditions, most: string): string {
  const { actor, object, revision } = filter;
  const kinds = eventKindsOf(filter);
  // No event is part of a revision or about a group. Nothing is read to find that there are none of these kinds.
  if (kinds.length === 0 || revision !== undefined || object?.kind === 'group')
    return 'SELECT id FROM audit_events WHERE false';
  const range = eventRange(filter, conditions);
  const times = eventTimes(filter, conditions);
  const isOfAll = kinds.length === AUDIT_EVENT_KINDS.length;
  const wanted = isOfAll ? undefined : `${conditions.value(kinds)}::text[]`;
  const isWanted = wanted === undefined ? [] : [`e.kind = ANY(${wanted})`];
  const ofActor = actor === undefined ? undefined : nameKeySql(conditions.value(actor));
  const isOfActor = ofActor === undefined ? [] : [`${nameKeySql('e.actor_name')} = ${ofActor}`];
  const found = (where: string): string => `SELECT e.id FROM audit_events e WHERE ${where} LIMIT ${most}`;
  if (object) {
    const column = `e.${object.kind}_id`;
    const list = [`${column} IS NOT NULL`, ...isWanted, ...times, ...isOfActor];
    return found(rangeOf([column, 'e.id'], [conditions.value(object.id)], range, list));
  }
  if (ofActor !== undefined) {
    const list = [...isWanted, ...times];
    return found(rangeOf([nameKeySql('e.actor_name'), 'e.id'], [ofActor], range, list));
  }
  if (wanted !== undefined)
    return `SELECT n.id FROM unnest(${wanted}) k (kind)
      CROSS JOIN LATERAL (${found(rangeOf(['e.kind', 'e.id'], ['k.kind'], range, times))}) n ORDER BY n.id DESC LIMIT ${most}`;
  const list = [...inRange('e', range), ...times];
  return found(`${list.join(' AND ') || 'true'} ORDER BY e.id DESC`);
}

/** Times of events are not quite in the order of their ids: the ids bound the search, and the times decide. */
function eventRange({ from, to, after }: AuditFilter, conditions: Conditions): IdRange {
  const ends: string[] = [];
  if (after !== undefined) ends.push(conditions.value(after));
  if (to) ends.push(`coalesce(${lastEventBefore(conditions.value(to))}, -1) + 1`);
  return from
    ? { first: `coalesce(${firstEventSince('id', conditions.value(from))}, ${NO_END})`, ends }
    : { ends };
}

/** As numbers, of which there is no index: by the one on times, all events since `from` would be read and sorted. */
function eventTimes({ from, to }: AuditFilter, conditions: Conditions): string[] {
  const seconds = (time: string): string => `extract(epoch FROM ${time})`;
  const list: string[] = [];
  if (from) list.push(`${seconds('e.occurred_at')} >= ${seconds(`${conditions.value(from)}::timestamptz`)}`);
  if (to) list.push(`${seconds('e.occurred_at')} < ${seconds(`${conditions.value(to)}::timestamptz`)}`);
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
