import type { Client } from 'pg';
import type { Columns, LoggedChange } from './rows';

/** One revision of the log with what it changed, possibly nothing. */
export interface LoggedRevision {
  readonly revision: number;
  readonly mark: string;
  readonly changes: LoggedChange[];
}

/** A consistent read of the log, starting after a given revision. */
export interface LogPage {
  /** The newest committed revision. */
  readonly newest: number;
  /**
   * Time of the revision that the read starts after; null when the log does not have it. A follower that has seen another
   * time has followed a history that this database does not have, e.g. one lost by a restored backup or a promoted replica.
   */
  readonly mark: string | null;
  /** The next revisions in ascending order, a bounded number of them. Missing revisions are left out. */
  readonly revisions: readonly LoggedRevision[];
}

interface Row {
  newest: string;
  known_mark: string | null;
  revision: string | null;
  mark: string | null;
  entity: string | null;
  operation: string | null;
  before: Columns | null;
  after: Columns | null;
}

/** Maximum number of revisions of one page. */
const PAGE = 200;

/**
 * Revision by revision, each by the index on revisions and ids: it is planned once for all parameters, with statistics that may be older
 * than most of the log.
 */
const QUERY = `
  SELECT a.value AS newest,
         (SELECT extract(epoch FROM begun_at)::text FROM revisions WHERE revision = $1) AS known_mark,
         r.revision, extract(epoch FROM r.begun_at)::text AS mark,
         c.entity, c.operation, c.before, c.after
    FROM access_revision a
    LEFT JOIN LATERAL (
      SELECT revision, begun_at FROM revisions WHERE revision > $1 AND revision <= $1::bigint + ${PAGE}
       ORDER BY revision LIMIT ${PAGE}) r ON true
    LEFT JOIN LATERAL (
      SELECT id, entity, operation, before, after FROM changes WHERE revision BETWEEN r.revision AND r.revision
       ORDER BY revision, id OFFSET 0) c ON true
   ORDER BY r.revision, c.id`;

/** Reads the entries after `revision` and the newest revision, in one statement. Reference: data#revisions. */
export async function readChanges(client: Client, revision: number): Promise<LogPage> {
  const { rows } = await client.query<Row>({ name: 'gatehouse-changes', text: QUERY, values: [revision] });
  const revisions: LoggedRevision[] = [];
  for (const row of rows) {
    if (row.revision === null) continue;
    const number = Number(row.revision);
    let last = revisions.at(-1);
    if (last?.revision !== number)
      revisions.push((last = { revision: number, mark: row.mark ?? '', changes: [] }));
    if (row.entity === null || row.operation === null) continue;
    last.changes.push({
      entity: row.entity,
      operation: row.operation,
      before: row.before,
      after: row.after,
    });
  }
  return { newest: Number(rows[0]?.newest), mark: rows[0]?.known_mark ?? null, revisions };
}

const NEWEST = `
  SELECT a.value || ' ' || coalesce(extract(epoch FROM r.begun_at)::text, '') AS newest
    FROM access_revision a LEFT JOIN revisions r ON r.revision = $1`;

/**
 * Whether a revision is the newest one, of the history in which its mark is `mark`: the cheapest query, because it
 * is executed much more often than writes.
 */
export async function isNewest(client: Client, revision: number, mark: string | null): Promise<boolean> {
  const { rows } = await client.query<{ newest: string }>({
    name: 'gatehouse-newest',
    text: NEWEST,
    values: [revision],
  });
  return rows[0]?.newest === `${revision} ${mark ?? ''}`;
}
