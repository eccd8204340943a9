import type { DataSource } from 'typeorm';
import {
  aboutRow,
  type AuditEntry,
  type AuditFilter,
  type AuditObject,
  fieldChanges,
  kindOfChange,
  type RevisionSummary,
  type RowRemovalState,
} from './audit-entry';
import { Conditions } from './conditions';
import { CHANGE_COLUMNS, changeConditions, listing } from './listing-sql';
import { type Names, type ObjectIds, ObjectNames } from './object-names';
import { MAIN_ENTRY_FIRST, RevisionSummaries } from './revision-summaries';
import { removalsOf } from './row-removals';

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
const MAX_COMPARED_AT_END = 1_000;

/** Entries of one page of an export. */
const EXPORT_PAGE = 500;

/** Reads the audit log: changes and events in one listing, the newest first. Reference: audit-log#entries. */
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
    return this.toEntries(rows, filter);
  }

  /** The entries that describe revisions best, without a summary; of those that the log has. */
  async ofRevisions(revisions: readonly number[]): Promise<AuditEntry[]> {
    const main = await this.mainRows(revisions.map(String), {});
    return this.toEntries(main, {});
  }

  private async toEntries(rows: readonly Row[], filter: AuditFilter): Promise<AuditEntry[]> {
    const revisions = rows.flatMap(({ revision }) => (revision === null ? [] : [Number(revision)]));
    const summaries = filter.byRevision
      ? await this.summaries.of(revisions)
      : new Map<number, RevisionSummary>();
    const removals = filter.withSteps ? new Map() : await removalsOf(this.database, revisions);
    const names = await this.names.of(rows.map(idsOf));
    return rows.map((row) => {
      const revision = Number(row.revision);
      return toEntry(row, names, summaries.get(revision) ?? null, removals.get(revision) ?? null);
    });
  }

  /** Rows of revisions become those that describe them best. */
  private async mainEntries(rows: readonly Row[], filter: AuditFilter): Promise<Row[]> {
    const revisions = rows.flatMap(({ revision }) => revision ?? []);
    const main = await this.mainRows(revisions, filter);
    const byRevision = new Map(main.map((row) => [row.revision, row]));
    return rows.map((row) => ({ ...(byRevision.get(row.revision) ?? row), id: row.id }));
  }

  private async mainRows(revisions: readonly string[], filter: AuditFilter): Promise<Row[]> {
    if (revisions.length === 0) return [];
    const conditions = new Conditions();
    const list = changeConditions({ ...filter, after: undefined, revision: undefined }, conditions);
    // A revision may have a million changes: what it is called after is among its first or its last.
    const end = (order: 'ASC' | 'DESC'): string => `(SELECT * FROM changes c
         WHERE c.revision BETWEEN r.revision AND r.revision AND ${list.join(' AND ')}
         ORDER BY c.revision ${order}, c.id ${order} LIMIT ${MAX_COMPARED_AT_END})`;
    return this.database.query<Row[]>(
      `SELECT ${CHANGE_COLUMNS}
         FROM unnest(${conditions.value(revisions)}::bigint[]) AS input (revision)
         JOIN revisions r ON r.revision = input.revision
         CROSS JOIN LATERAL (
           SELECT c.* FROM (${end('ASC')} UNION ALL ${end('DESC')}) c ORDER BY ${MAIN_ENTRY_FIRST} LIMIT 1) c`,
      conditions.values,
    );
  }

  /**
   * All entries, those of steps after deletions included, in pages, as they are read: entries that are added meanwhile are newer and
   * not among them.
   */
  async *pages(filter: AuditFilter): AsyncGenerator<AuditEntry[], void, undefined> {
    let { after } = filter;
    for (;;) {
      const page = await this.page({ ...filter, after, withSteps: true }, EXPORT_PAGE);
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

function idsOf({ user_id: user, group_id: group, resource_id: resource }: Row): ObjectIds {
  return { user, group, resource };
}

function toEntry(
  row: Row,
  names: Names,
  summary: RevisionSummary | null,
  removal: RowRemovalState | null,
): AuditEntry {
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
    removal,
  };
}
