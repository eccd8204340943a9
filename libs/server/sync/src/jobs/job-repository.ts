import type { DataSource } from 'typeorm';
import type {
  SynchronizationMode,
  SynchronizationProgress,
  SynchronizationResult,
  SynchronizationRow,
} from '@gatehouse/database';
import { type StoredFailure, storedFailure } from '../source-failure';

/** A job as it is shown. */
export type StoredJob = Omit<SynchronizationRow, 'lease' | 'leaseUntil'>;

/** A job that this process runs. */
export interface ClaimedJob {
  readonly id: number;
  readonly serviceId: number;
  readonly syncType: string;
  readonly mode: SynchronizationMode;
  /** `applying` for one that another process has left after its mirror was complete. */
  readonly state: 'reading' | 'applying';
  readonly lease: string;
}

/** What needs attention of one service. */
export interface StoredAttention {
  readonly serviceId: number;
  readonly isOutOfSync: boolean;
  readonly hasFailed: boolean;
  readonly hasSuggestions: boolean;
}

/** Another process runs the job, or it has ended. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Seconds after which a process that does not extend its lease counts as gone. */
const LEASE_SECONDS = 30;

const COLUMNS = `id, service_id AS "serviceId", sync_type AS "syncType", mode, state, requested_by AS "requestedBy",
  requested_at AS "requestedAt", started_at AS "startedAt", finished_at AS "finishedAt", progress, result, failure`;

const INTERRUPTED = storedFailure('interrupted', {
  en: 'The process that ran it has ended.',
  fr: 'Le processus qui l’exécutait s’est arrêté.',
});

/** The SQL of the jobs. Writes no revision: see the entity. */
export class JobRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Queues a job; undefined if the service has one that has not ended. */
  async add(
    service: { readonly id: number; readonly syncType: string; readonly mode: SynchronizationMode },
    requestedBy: string | null,
  ): Promise<StoredJob | undefined> {
    const rows = await this.dataSource.query<StoredJob[]>(
      `INSERT INTO synchronizations (service_id, sync_type, mode, requested_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT (service_id) WHERE state IN ('queued', 'reading', 'applying') DO NOTHING RETURNING ${COLUMNS}`,
      [service.id, service.syncType, service.mode, requestedBy],
    );
    return rows[0];
  }

  /** Takes the job that has waited longest, or one whose process has ended. Sorted by an expression, so that not all ended jobs are read. */
  async claim(lease: string): Promise<ClaimedJob | undefined> {
    const [rows] = await this.dataSource.query<[ClaimedJob[], number]>(
      `UPDATE synchronizations SET state = CASE state WHEN 'queued' THEN 'reading' ELSE state END, lease = $1,
         lease_until = clock_timestamp() + make_interval(secs => $2), started_at = coalesce(started_at, clock_timestamp())
       WHERE id = (SELECT id FROM synchronizations
         WHERE state IN ('queued', 'reading', 'applying')
           AND (state = 'queued' OR state = 'applying' AND lease_until < clock_timestamp())
         ORDER BY id + 0 LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, service_id AS "serviceId", sync_type AS "syncType", mode, state, lease`,
      [lease, LEASE_SECONDS],
    );
    return rows[0];
  }

  /** Fails the jobs whose process has ended while it was reading. */
  async failAbandoned(): Promise<void> {
    await this.dataSource.query(
      `UPDATE synchronizations SET state = 'failed', finished_at = clock_timestamp(), lease = NULL, lease_until = NULL, failure = $1
       WHERE state IN ('queued', 'reading', 'applying') AND state = 'reading' AND lease_until < clock_timestamp()`,
      [INTERRUPTED],
    );
  }

  /** Extends the lease. Throws {@link LeaseLost}. */
  async extend({ id, lease }: ClaimedJob, progress: SynchronizationProgress | undefined): Promise<void> {
    await this.held(
      `UPDATE synchronizations SET lease_until = clock_timestamp() + make_interval(secs => $3),
         progress = coalesce($4::jsonb, progress) WHERE id = $1 AND lease = $2`,
      [id, lease, LEASE_SECONDS, progress ?? null],
    );
  }

  /** Gives a job back that has changed nothing yet, or whose rest others can apply. */
  async release({ id, lease }: ClaimedJob): Promise<void> {
    await this.dataSource.query(
      `UPDATE synchronizations SET state = CASE state WHEN 'reading' THEN 'queued' ELSE state END,
         lease = NULL, lease_until = clock_timestamp() WHERE id = $1 AND lease = $2`,
      [id, lease],
    );
  }

  /** Ends a job that has changed nothing, or whose service was deleted. What others could apply stays. */
  async failed({ id, lease }: ClaimedJob, failure: StoredFailure): Promise<void> {
    await this.dataSource.query(
      `UPDATE synchronizations SET state = 'failed', finished_at = clock_timestamp(), lease = NULL, lease_until = NULL, failure = $3
       WHERE id = $1 AND lease = $2 AND (state = 'reading' OR state = 'applying' AND $3::jsonb ->> 'code' = 'service_changed')`,
      [id, lease, failure],
    );
  }

  /** Ends a job whose changes have been applied. */
  async succeeded({ id, lease }: ClaimedJob, result: SynchronizationResult): Promise<void> {
    await this.held(
      `UPDATE synchronizations SET state = 'succeeded', finished_at = clock_timestamp(), lease = NULL, lease_until = NULL, result = $3
       WHERE id = $1 AND lease = $2 AND state = 'applying'`,
      [id, lease, result],
    );
  }

  async find(serviceId: number, id: number): Promise<StoredJob | undefined> {
    const rows = await this.dataSource.query<StoredJob[]>(
      `SELECT ${COLUMNS} FROM synchronizations WHERE id = $2 AND service_id = $1`,
      [serviceId, id],
    );
    return rows[0];
  }

  /** The newest first. */
  list(serviceId: number, before: number | undefined, limit: number): Promise<StoredJob[]> {
    return this.dataSource.query<StoredJob[]>(
      `SELECT ${COLUMNS} FROM synchronizations WHERE (service_id, id) > ($1, 0) AND (service_id, id) < ($1, $2)
       ORDER BY service_id DESC, id DESC LIMIT $3`,
      [serviceId, before ?? 2 ** 31 - 1, limit],
    );
  }

  /** When the last job of each service was requested. */
  async lastRequests(serviceIds: readonly number[]): Promise<Map<number, Date>> {
    const rows = await this.dataSource.query<{ serviceId: number; requestedAt: Date }[]>(
      `SELECT s.id AS "serviceId", j.requested_at AS "requestedAt" FROM unnest($1::integer[]) AS s (id)
       CROSS JOIN LATERAL (SELECT requested_at FROM synchronizations WHERE (service_id, id) > (s.id, 0) AND (service_id, id) < (s.id, 2147483647)
         ORDER BY service_id DESC, id DESC LIMIT 1) j`,
      [serviceIds],
    );
    return new Map(rows.map(({ serviceId, requestedAt }) => [serviceId, requestedAt]));
  }

  /** What needs attention of services: whether the mirror is older than so many seconds or missing, the last job has failed, changes are open. */
  attention(serviceIds: readonly number[], maxAgeSeconds: number): Promise<StoredAttention[]> {
    return this.dataSource.query<StoredAttention[]>(
      `SELECT s.id AS "serviceId", m.last_sync IS NULL OR m.last_sync < now() - make_interval(secs => $2) AS "isOutOfSync",
         coalesce(j.state = 'failed', false) AS "hasFailed", d.id IS NOT NULL AS "hasSuggestions"
       FROM unnest($1::integer[]) AS s (id)
       LEFT JOIN LATERAL (SELECT synchronization_id, last_sync FROM service_mirrors WHERE service_id = s.id LIMIT 1) m ON true
       LEFT JOIN LATERAL (SELECT state FROM synchronizations WHERE (service_id, id) > (s.id, 0) AND (service_id, id) < (s.id, 2147483647)
         ORDER BY service_id DESC, id DESC LIMIT 1) j ON true
       LEFT JOIN LATERAL (SELECT id FROM synchronization_differences WHERE synchronization_id = m.synchronization_id AND state = 'open'
         ORDER BY synchronization_id, state, id LIMIT 1) d ON true`,
      [serviceIds, maxAgeSeconds],
    );
  }

  private async held(sql: string, parameters: unknown[]): Promise<void> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(sql, parameters);
    if (count === 0) throw new LeaseLost('another process runs the synchronization');
  }
}
