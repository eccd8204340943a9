import type { DataSource } from 'typeorm';
import { CONNECTED_WORKERS, LOCK_DISTRIBUTION } from './worker-connection';

/** The end of a job. */
export interface LastRun {
  readonly name: string;
  readonly finishedAt: Date | null;
  readonly hasFailed: boolean;
}

/** Distributes jobs that are repeated at intervals: each is run by one worker at a time. */
export class JobSchedule {
  constructor(private readonly dataSource: DataSource) {}

  /** Registers jobs; new ones are due immediately. */
  async add(names: readonly string[]): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO scheduled_jobs (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [names],
    );
  }

  /** Takes those of the jobs that are due, and those whose worker has ended. */
  async claim(worker: number, names: readonly string[]): Promise<string[]> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(LOCK_DISTRIBUTION);
      const [claimed] = await manager.query<[{ name: string }[], number]>(
        `WITH connected AS MATERIALIZED (${CONNECTED_WORKERS})
         UPDATE scheduled_jobs SET worker = $1, started_at = clock_timestamp()
         WHERE name = ANY ($2) AND due_at <= clock_timestamp()
           AND (worker IS NULL OR worker NOT IN (SELECT objid FROM connected))
         RETURNING name`,
        [worker, names],
      );
      return claimed.map(({ name }) => name);
    });
  }

  /** When jobs ended last; null if never. */
  lastRuns(names: readonly string[]): Promise<LastRun[]> {
    return this.dataSource.query<LastRun[]>(
      `SELECT name, finished_at AS "finishedAt", last_error IS NOT NULL AS "hasFailed"
         FROM scheduled_jobs WHERE name = ANY ($1) ORDER BY name COLLATE "C"`,
      [names],
    );
  }

  /** Records the end of a job that is due again in `delay` seconds; `error` is null if it succeeded. */
  async finished(name: string, worker: number, delay: number, error: string | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE scheduled_jobs SET worker = NULL, last_error = $4, finished_at = clock_timestamp(),
         due_at = clock_timestamp() + make_interval(secs => $3)
       WHERE name = $1 AND worker = $2`,
      [name, worker, delay, error],
    );
  }
}
