import { sameNameSql } from '@gatehouse/database';
import type { DataSource } from 'typeorm';
import {
  aboutRow,
  type AuditEntry,
  type AuditFilter,
  type AuditObject,
  changesOfKind,
  fieldChanges,
  kindOfChange,
  type RevisionSummary,
} from './audit-entry';
import { AUDIT_EVENT_KINDS, type AuditEventKind } from './event-journal';
import { type Names, type ObjectIds, ObjectNames } from './object-names';
import { MAIN_ENTRY_FIRST, RevisionSummaries } from './revision-summaries';

type Columns = Readonly<Record<string, unknown>>;

/** A row of both halves of the listing; a change has an entity, an event a kind. */
interface Row {
  readonly id: string;
  readonly time: Date;
  readonly revision: string | null;
  readonly entity: string | null;
  readonly operation: string | null;
  readonly kind: string | null;
  readonly before: Columns | null;
  readonly after: Columns | null;
  readonly concealed: readonly string[] | null;
  readonly actor_kind: string;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly actor_role: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly resource_id: number | null;
  readonly occurrences: number;
  readonly details: Columns;
}

/** Changes at each end of a revision among which it has the one that it is called after. */
const MOST_COMPARED_AT_END = 1_000;

/** Entries of one page of an export. */
const EXPORT_PAGE = 500;

/** Reads the audit log: changes and events in one listing, the newest first. Reference: audit#entries. */
export class AuditLog {
  private readonly names: ObjectNames;
  private readonly summaries: RevisionSummaries;

  constructor(private readonly database: Pick<DataSource, 'query'>) {
    this.names = new ObjectNames(database);
    this.summaries = new RevisionSummaries(database);
  }

  /** Up to `limit` entries. By revision, the number of an entry is that of the newest one that it stands for. */
  async page(filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const { sql, values } = listing(filter, limit);
    const found = await this.database.query<Row[]>(sql, values);
    const rows = filter.byRevision ? await this.mainEntries(found, filter) : found;
    const revisions = rows.flatMap(({ revision }) => (revision === null ? [] : [Number(revision)]));
    const summaries = filter.byRevision
      ? await this.summaries.of(revisions)
      : new Map<number, RevisionSummary>();
    const names = await this.names.of(rows.map(idsOf));
    return rows.map((row) => toEntry(row, names, summaries.get(Number(row.revision)) ?? null));
  }

  /** Rows of revisions become those that describe them best. */
  private async mainEntries(rows: readonly Row[], filter: AuditFilter): Promise<Row[]> {
    const revisions = rows.flatMap(({ revision }) => revision ?? []);
    if (revisions.length === 0) return [...rows];
    const conditions = new Conditions();
    const list = changeConditions({ ...filter, after: undefined }, conditions);
    // A revision may have a million changes: what it is called after is among its first or its last.
    const end = (order: 'ASC' | 'DESC'): string => `(SELECT * FROM changes c
         WHERE c.revision BETWEEN r.revision AND r.revision AND ${list.join(' AND ')}
         ORDER BY c.revision ${order}, c.id ${order} LIMIT ${MOST_COMPARED_AT_END})`;
    const main = await this.database.query<Row[]>(
      `SELECT ${CHANGE_COLUMNS}
         FROM unnest(${conditions.value(revisions)}::bigint[]) AS input (revision)
         JOIN revisions r ON r.revision = input.revision
         CROSS JOIN LATERAL (
           SELECT c.* FROM (${end('ASC')} UNION ALL ${end('DESC')}) c ORDER BY ${MAIN_ENTRY_FIRST} LIMIT 1) c`,
      conditions.values,
    );
    const byRevision = new Map(main.map((row) => [row.revision, row]));
    return rows.map((row) => ({ ...(byRevision.get(row.revision) ?? row), id: row.id }));
  }

  /** All entries, in pages, as they are read: entries that are added meanwhile are newer and not among them. */
  async *pages(filter: AuditFilter): AsyncGenerator<AuditEntry[], void, undefined> {
    let { after } = filter;
    for (;;) {
      const page = await this.page({ ...filter, after }, EXPORT_PAGE);
      if (page.length > 0) yield page;
      if (page.length < EXPORT_PAGE) return;
      after = page.at(-1)?.id;
    }
  }

  /** The user, group or resource with this name or number, deleted ones included; a name finds a service, not a resource. */
  object(kind: AuditObject['kind'], nameOrId: string): Promise<Pick<AuditObject, 'kind' | 'id'> | undefined> {
    return this.names.find(kind, nameOrId);
  }
}

/** Conditions with the values that they refer to. */
class Conditions {
  readonly values: unknown[] = [];

  /** SQL for a value. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const CHANGE_COLUMNS = `c.id, r.begun_at AS time, c.revision, c.entity, c.operation, NULL AS kind, c.before, c.after, c.concealed,
  r.actor_kind, r.actor_id, r.actor_name, r.actor_role, r.address, r.request_id,
  c.user_id, c.group_id, c.resource_id, 1 AS occurrences, '{}'::jsonb AS details`;

function listing(filter: AuditFilter, limit: number): { sql: string; values: unknown[] } {
  const conditions = new Conditions();
  const most = conditions.value(limit);
  const changes = filter.byRevision
    ? newestOfRevisions(filter, conditions, most)
    : `changes c JOIN revisions r ON r.revision = c.revision WHERE ${changeConditions(filter, conditions).join(' AND ')}
       ORDER BY c.id DESC`;
  const events = eventConditions(filter, conditions);
  const sql = `
    (SELECT ${CHANGE_COLUMNS} FROM ${changes} LIMIT ${most})
    UNION ALL
    (SELECT e.id, e.occurred_at, NULL, NULL, NULL, e.kind, NULL, NULL, NULL,
       e.actor_kind, e.actor_id, e.actor_name, e.actor_role, e.address, e.request_id,
       e.user_id, NULL, e.resource_id, e.occurrences, e.details
     FROM audit_events e WHERE ${events.join(' AND ')} ORDER BY e.id DESC LIMIT ${most})
    ORDER BY id DESC LIMIT ${most}`;
  return { sql, values: conditions.values };
}

/**
 * The newest change of each revision that a filter selects, the newest revision first. Numbers of changes of different revisions do
 * not interleave, so that each step goes from a revision to the one before it, however many changes it has.
 */
function newestOfRevisions({ after, ...filter }: AuditFilter, conditions: Conditions, most: string): string {
  const selected = changeConditions(filter, conditions).join(' AND ');
  const newestBefore = (id: string): string => `(
    SELECT c.id, c.revision FROM changes c JOIN revisions r ON r.revision = c.revision
    WHERE ${selected} AND c.id < ${id} ORDER BY c.id DESC LIMIT 1)`;
  // Sorted by both, so that the index on both is used, whatever is assumed about the sizes of revisions.
  const firstOf = (revision: string): string =>
    `(SELECT id FROM changes WHERE revision >= ${revision} ORDER BY revision, id LIMIT 1)`;
  return `(
    WITH RECURSIVE newest AS (
      ${newestBefore(after === undefined ? '9223372036854775807' : beginOfShown(conditions.value(after), firstOf))}
      UNION ALL
      SELECT n.* FROM newest p CROSS JOIN LATERAL ${newestBefore(firstOf('p.revision'))} n)
    SELECT * FROM newest LIMIT ${most}) newest
    JOIN changes c ON c.id = newest.id JOIN revisions r ON r.revision = c.revision ORDER BY c.id DESC`;
}

/** Below which the changes are of revisions that a page which ends with the entry `after` has not shown. */
function beginOfShown(after: string, firstOf: (revision: string) => string): string {
  const shown = `(SELECT revision FROM changes WHERE id >= ${after} ORDER BY id LIMIT 1)`;
  return `least(${after}, ${firstOf(shown)})`;
}

/** The conditions on a change alone. Tokens of sessions are omitted: they are reissued often, and only proxies need them. */
function ownConditions({ kind, excludedKinds = [], object }: AuditFilter, conditions: Conditions): string[] {
  const list = ["c.entity <> 'session_token'"];
  if (kind !== undefined) list.push(isChangeOf(kind, conditions));
  for (const excluded of excludedKinds) list.push(`NOT (${isChangeOf(excluded, conditions)})`);
  if (object) list.push(`c.${object.kind}_id = ${conditions.value(object.id)}`);
  return list;
}

function changeConditions(filter: AuditFilter, conditions: Conditions): string[] {
  const { actor, revision, from, to, after } = filter;
  const list = ownConditions(filter, conditions);
  if (revision !== undefined) list.push(`c.revision = ${conditions.value(revision)}`);
  if (after !== undefined) list.push(`c.id < ${conditions.value(after)}`);
  if (actor !== undefined) list.push(sameNameSql('r.actor_name', conditions.value(actor)));
  // Numbers of changes rise with revisions, but the times of revisions that waited for each other may not: the numbers
  // bound the search, and the times decide.
  if (from) {
    const value = conditions.value(from);
    list.push(
      `r.begun_at >= ${value}`,
      `c.revision >= (SELECT coalesce(min(revision), 9223372036854775807) FROM revisions WHERE begun_at >= ${value})`,
    );
  }
  if (to) {
    const value = conditions.value(to);
    list.push(
      `r.begun_at < ${value}`,
      `c.id <= (SELECT coalesce(max(id), 0) FROM changes WHERE revision =
         (SELECT max(revision) FROM revisions l WHERE begun_at < ${value} AND EXISTS (
           SELECT 1 FROM changes WHERE revision = l.revision)))`,
    );
  }
  return list;
}

function isChangeOf(kind: string, conditions: Conditions): string {
  const { entity, operation } = changesOfKind(kind);
  const isEntity = `c.entity = ${conditions.value(entity)}`;
  return operation === undefined ? isEntity : `${isEntity} AND c.operation = ${conditions.value(operation)}`;
}

function eventConditions(filter: AuditFilter, conditions: Conditions): string[] {
  const { actor, revision, object, from, to, after } = filter;
  const list = [revision === undefined ? 'true' : 'false'];
  if (after !== undefined) list.push(`e.id < ${conditions.value(after)}`);
  if (actor !== undefined) list.push(sameNameSql('e.actor_name', conditions.value(actor)));
  const kinds = eventKindsOf(filter);
  // Without a condition that the index has, all events would be read to find that there are none of these kinds.
  if (kinds.length === 0) list.push('false');
  else if (kinds.length < AUDIT_EVENT_KINDS.length)
    list.push(`e.kind IN (${kinds.map((kind) => conditions.value(kind)).join(', ')})`);
  if (object?.kind === 'group') list.push('false');
  else if (object) list.push(`e.${object.kind}_id = ${conditions.value(object.id)}`);
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

function idsOf({ user_id: user, group_id: group, resource_id: resource }: Row): ObjectIds {
  return { user, group, resource };
}

function toEntry(row: Row, names: Names, summary: RevisionSummary | null): AuditEntry {
  const { entity, operation } = row;
  const ids = idsOf(row);
  return {
    id: Number(row.id),
    time: row.time,
    kind: row.kind ?? kindOfChange(entity ?? '', operation ?? ''),
    revision: row.revision === null ? null : Number(row.revision),
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      role: row.actor_role,
      address: row.address,
      requestId: row.request_id,
    },
    objects: (['user', 'group', 'resource'] as const).flatMap((kind) => {
      const id = ids[kind];
      if (id === null) return [];
      const { name = null, path = null } = names.get(`${kind} ${id}`) ?? {};
      return [{ kind, id, name, path }];
    }),
    changes: fieldChanges(row.before, row.after, row.concealed),
    about: aboutRow(entity ?? '', row.before, row.after),
    details: row.details,
    occurrences: row.occurrences,
    summary,
  };
}
