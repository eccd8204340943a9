import type { DataSource } from 'typeorm';
import { firstRevisionSince } from './times-sql';

/** How much room the log takes on the disk, with its indexes. */
export interface LogSize {
  readonly bytes: number;
  /** Estimated from the number of entries. */
  readonly bytesOfLast30Days: number;
}

/** Changes, events and their chains. */
export async function logSize(database: Pick<DataSource, 'query'>): Promise<LogSize> {
  const [row] = await database.query<LogSize[]>(
    `SELECT bytes::float8, coalesce(round(bytes * (newest - since + 1) / (newest - oldest + 1)), 0)::float8 AS "bytesOfLast30Days" FROM (
       SELECT (SELECT sum(pg_total_relation_size(part))
                 FROM unnest(ARRAY['revisions', 'changes', 'audit_chain', 'audit_events']::regclass[]) AS parts (part)) AS bytes,
         (SELECT min(id) FROM changes) AS oldest, (SELECT max(id) FROM changes) AS newest,
         (SELECT id FROM changes WHERE revision >= ${firstRevisionSince("now() - interval '30 days'")}
           ORDER BY revision, id LIMIT 1) AS since) log`,
  );
  if (!row) throw new Error('the query of the size of the log returned no row');
  return row;
}
