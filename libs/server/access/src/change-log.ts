import type { FeedConnection } from './feed-connection';
import type { Columns, LoggedChange } from './rows';

/** One revision of the log with what it changed, possibly nothing. */
export interface LoggedRevision {
  readonly revision: number;
  readonly mark: string;
  /** Identifier of its last change; undefined without changes. */
  lastChange: number | undefined;
  readonly changes: LoggedChange[];
}

/** A consistent read of the log, starting after a given revision. */
export interface LogPage {
  /** The newest committed revision. */
  readonly newest: number;
  /** Identifier of the newest change of the log: what is beyond that of the last change that was read is how far a follower is behind. */
  readonly newestChange: number;
  /**
   * Time of the revision that the read starts after; null when the log does not have it. A follower that has seen another
   * time has followed a history that this database does not have, e.g. one lost by a restored backup or a promoted replica.
   */
  readonly mark: string | null;
  /** The next revisions in ascending order, whole ones, a bounded number of them. Missing revisions are left out. */
  readonly revisions: readonly LoggedRevision[];
  /** The next revision has more changes than a page may have, and is not part of it. */
  readonly isTooLarge: boolean;
}

interface Row {
  pid: number;
  newest: string;
  newest_change: string | null;
  known_mark: string | null;
  revision: string | null;
  mark: string | null;
  /** Changes of the page up to this revision; more than a page has for one that is not part of it. */
  total: string | null;
  id: string | null;
  entity: string | null;
  operation: string | null;
  before: Columns | null;
  after: Columns | null;
}

/** Bounds of one page. */
export interface PageLimits {
  readonly revisions: number;
  readonly changes: number;
}

/** A page is read within the time limit of a statement, and held in memory. */
export const PAGE_LIMITS: PageLimits = { revisions: 200, changes: 20_000 };

/**
 * Revision by revision, each by the index on revisions and ids: it is planned once for all parameters, with statistics that may be older
 * than most of the log.
 */
const QUERY = `
  SELECT pg_backend_pid() AS pid, a.value AS newest, (SELECT max(id) FROM changes) AS newest_change,
         (SELECT extract(epoch FROM begun_at)::text FROM revisions WHERE revision = $1) AS known_mark,
         r.revision, extract(epoch FROM r.begun_at)::text AS mark, r.total, c.id, c.entity, c.operation, c.before, c.after
    FROM access_revision a
    LEFT JOIN LATERAL (
      SELECT revision, begun_at, sum(size) OVER (ORDER BY revision) AS total FROM (
        SELECT revision, begun_at FROM revisions WHERE revision > $1 AND revision <= $1::bigint + $2::integer
         ORDER BY revision LIMIT $2) n
        CROSS JOIN LATERAL (SELECT count(*) AS size FROM (
          SELECT 1 FROM changes WHERE revision BETWEEN n.revision AND n.revision LIMIT $3::integer + 1) counted) sized
      ORDER BY revision) r ON r.total <= $3 OR r.revision = $1::bigint + 1
    LEFT JOIN LATERAL (
      SELECT id, entity, operation, before, after FROM changes
       WHERE r.total <= $3 AND revision BETWEEN r.revision AND r.revision
       ORDER BY revision, id OFFSET 0) c ON true
   ORDER BY r.revision, c.id`;

/**
 * Reads the entries after `revision` and the newest revision, in one statement. Throws if the feed has lost its session.
 * Reference: data#revisions.
 */
export async function readChanges(
  feed: FeedConnection,
  revision: number,
  limits: PageLimits = PAGE_LIMITS,
): Promise<LogPage> {
  const values = [revision, limits.revisions, limits.changes];
  const { rows } = await feed.client.query<Row>({ name: 'gatehouse-changes', text: QUERY, values });
  const [first] = rows;
  feed.assertKept(first?.pid);
  const revisions: LoggedRevision[] = [];
  for (const row of rows) {
    if (row.revision === null || Number(row.total) > limits.changes) continue;
    const number = Number(row.revision);
    let last = revisions.at(-1);
    if (last?.revision !== number)
      revisions.push((last = { revision: number, mark: row.mark ?? '', lastChange: undefined, changes: [] }));
    if (row.entity === null || row.operation === null) continue;
    last.lastChange = Number(row.id);
    last.changes.push({
      entity: row.entity,
      operation: row.operation,
      before: row.before,
      after: row.after,
    });
  }
  return {
    newest: Number(first?.newest),
    newestChange: Number(first?.newest_change ?? 0),
    mark: first?.known_mark ?? null,
    revisions,
    isTooLarge: Number(first?.total ?? 0) > limits.changes,
  };
}

/** Entries that end sessions or start them. */
const OF_SESSIONS = ['session', 'session_token', 'session_cutoff', 'api_token', 'user', 'network_node'];

/** A range of the index for each: whatever the statistics say, the entries of others in between are not read. */
const SESSIONS_QUERY = `
  SELECT c.id, c.entity, c.operation, c.before, c.after
    FROM unnest($1::text[]) AS kind (entity)
    CROSS JOIN LATERAL unnest(ARRAY['insert', 'update', 'delete']) AS done (operation)
    CROSS JOIN LATERAL (SELECT id, entity, operation, before, after FROM changes
      WHERE entity BETWEEN kind.entity AND kind.entity AND operation BETWEEN done.operation AND done.operation
        AND id > $2 AND id <= $3
      ORDER BY entity, operation, id LIMIT $4) c
   ORDER BY c.id LIMIT $4`;

/**
 * What happened to sessions between two changes of the log, in order; undefined for more than `most` entries. A follower that has loaded
 * the snapshot anew reads it, so that it need not forget all sessions.
 */
export async function readSessionChanges(
  { client }: FeedConnection,
  { after, upTo, most }: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<LoggedChange[] | undefined> {
  const { rows } = await client.query<LoggedChange>(SESSIONS_QUERY, [OF_SESSIONS, after, upTo, most + 1]);
  return rows.length > most ? undefined : rows;
}

const NEWEST = `
  SELECT pg_backend_pid() AS pid, a.value || ' ' || coalesce(extract(epoch FROM r.begun_at)::text, '') AS newest
    FROM access_revision a LEFT JOIN revisions r ON r.revision = $1`;

/**
 * Whether a revision is the newest one, of the history in which its mark is `mark`: the cheapest query, because it
 * is executed much more often than writes.
 */
export async function isNewest(
  feed: FeedConnection,
  revision: number,
  mark: string | null,
): Promise<boolean> {
  const { rows } = await feed.client.query<{ pid: number; newest: string }>({
    name: 'gatehouse-newest',
    text: NEWEST,
    values: [revision],
  });
  feed.assertKept(rows[0]?.pid);
  return rows[0]?.newest === `${revision} ${mark ?? ''}`;
}
