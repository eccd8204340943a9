import type { DataSource } from 'typeorm';
import { type Due, removeDue } from '@gatehouse/database';
import type { MessageKind, MessagePayload } from './message';
import { CONNECTED_WORKERS, LOCK_DISTRIBUTION } from './worker-connection';

/** A message that one worker is delivering. */
export interface ClaimedMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly payload: MessagePayload;
  readonly user_id: number | null;
  /** Number of this attempt, from 1. */
  readonly attempts: number;
}

export interface Claim {
  readonly worker: number;
  readonly kind: MessageKind;
  /** Most messages to be claimed. */
  readonly limit: number;
  /** Most messages of one target that the worker has at the same time. */
  readonly perTarget: number;
  /** Number of attempts after which a message is given up. */
  readonly maxAttempts: number;
}

const LOST = 'the process that was sending the message ended during the last attempt';

/** SQL: not claimed, or by a worker that has ended. */
const IS_FREE = `(m.worker IS NULL OR m.worker NOT IN (SELECT objid FROM connected))`;

/** Distributes queued messages to workers. Writes no revision: see the documentation of the entity. */
export class MessageQueue {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes messages that are due, in order, and counts the attempt. A message waits for all earlier ones of its kind and
   * key, including those that will be repeated, and while its target has the maximum number in progress. Of several
   * workers, one at a time is served, so that each sees what others took.
   */
  async claim({ worker, kind, limit, perTarget, maxAttempts }: Claim): Promise<ClaimedMessage[]> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(LOCK_DISTRIBUTION);
      await manager.query(
        `WITH connected AS MATERIALIZED (${CONNECTED_WORKERS})
         UPDATE outbox_messages m SET state = 'failed', last_error = $2, worker = NULL, finished_at = now()
         WHERE m.state = 'queued' AND m.kind = $3 AND m.attempts >= $1 AND m.worker IS NOT NULL AND ${IS_FREE}`,
        [maxAttempts, LOST, kind],
      );
      const [claimed] = await manager.query<[ClaimedMessage[], number]>(
        `WITH connected AS MATERIALIZED (${CONNECTED_WORKERS}), targets AS MATERIALIZED (
           SELECT target, count(*) FILTER (WHERE worker = $1) AS under_way FROM outbox_messages
           WHERE state = 'queued' AND kind = $2 GROUP BY target), due AS MATERIALIZED (
           SELECT next.id FROM targets CROSS JOIN LATERAL (
             SELECT m.id, m.sequence FROM outbox_messages m
             WHERE m.state = 'queued' AND m.kind = $2 AND m.target = targets.target
               AND m.due_at <= clock_timestamp() AND ${IS_FREE}
               AND NOT EXISTS (SELECT 1 FROM outbox_messages earlier
                 WHERE earlier.state = 'queued' AND earlier.kind = m.kind AND earlier.key = m.key
                   AND earlier.sequence < m.sequence)
             ORDER BY m.sequence LIMIT greatest($4 - targets.under_way, 0) FOR UPDATE SKIP LOCKED) next
           ORDER BY next.sequence LIMIT $3)
         UPDATE outbox_messages m
         SET worker = $1, attempts = m.attempts + 1, attempted_at = clock_timestamp()
         FROM due WHERE m.id = due.id
         RETURNING m.id, m.kind, m.payload, m.user_id, m.attempts`,
        [worker, kind, limit, perTarget],
      );
      return claimed;
    });
  }

  /** Records that a claimed message was sent. Without effect if another worker has taken it over. */
  async sent({ id, attempts }: ClaimedMessage, worker: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE outbox_messages SET state = 'sent', last_error = NULL, worker = NULL, finished_at = clock_timestamp()
       WHERE id = $1 AND attempts = $2 AND worker = $3`,
      [id, attempts, worker],
    );
  }

  /** Records a failure; `delay` are the seconds until the next attempt, undefined if there is none. */
  async failed(
    { id, attempts }: ClaimedMessage,
    worker: number,
    error: string,
    delay?: number,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE outbox_messages SET last_error = $4, worker = NULL,
         state = CASE WHEN $5::float8 IS NULL THEN 'failed' ELSE 'queued' END,
         due_at = clock_timestamp() + make_interval(secs => coalesce($5::float8, 0)),
         finished_at = CASE WHEN $5::float8 IS NULL THEN clock_timestamp() END
       WHERE id = $1 AND attempts = $2 AND worker = $3`,
      [id, attempts, worker, error, delay ?? null],
    );
  }

  /** Deletes messages that were sent or given up that many seconds ago. */
  removeFinished(retention: number): Promise<void> {
    return removeDue(this.dataSource, finishedBefore(retention));
  }
}

/** Messages that were sent or given up that many seconds ago. */
export function finishedBefore(retention: number) {
  return {
    table: 'outbox_messages',
    column: 'finished_at',
    before: 'now() - make_interval(secs => $1)',
    parameters: [retention],
  } as const satisfies Due;
}
