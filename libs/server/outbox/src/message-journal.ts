import { type UnitOfWork, sameNameSql } from '@gatehouse/database';
import type { MessageKind, MessagePayload } from './message';
import { CHANNEL } from './outbox';

type MessageState = 'queued' | 'sent' | 'failed';

/** A message as administrators see it. */
export interface JournalEntry {
  readonly id: string;
  /** Position: newer messages have higher numbers. */
  readonly sequence: number;
  readonly kind: MessageKind;
  readonly key: string | null;
  readonly userId: number | null;
  /** Null if there is no user, or no longer. */
  readonly userName: string | null;
  readonly payload: MessagePayload;
  readonly state: MessageState;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  /** Earliest time of the next attempt; null if there is none. */
  readonly dueAt: Date | null;
  readonly finishedAt: Date | null;
}

export interface JournalFilter {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  readonly userName?: string | undefined;
  /** Only messages older than this one, by {@link JournalEntry.sequence}. */
  readonly before?: number | undefined;
  readonly limit: number;
}

const COLUMNS = `m.id, m.sequence::float8 AS sequence, m.kind, m.key, m.user_id AS "userId", u.name AS "userName", m.payload,
  m.state, m.attempts, m.last_error AS "lastError", m.created_at AS "createdAt", m.attempted_at AS "attemptedAt",
  CASE m.state WHEN 'queued' THEN m.due_at END AS "dueAt", m.finished_at AS "finishedAt"`;

/** What has been sent, and what will be. Reference: notifications#outbox. */
export class MessageJournal {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The newest first. */
  async list({ kind, state, userName, before, limit }: JournalFilter): Promise<JournalEntry[]> {
    return this.unitOfWork.manager.query<JournalEntry[]>(
      `SELECT ${COLUMNS} FROM outbox_messages m LEFT JOIN users u ON u.id = m.user_id
       WHERE ($1::text IS NULL OR m.kind = $1) AND ($2::text IS NULL OR m.state = $2)
         AND ($3::text IS NULL OR ${sameNameSql('u.name', '$3')}) AND ($4::bigint IS NULL OR m.sequence < $4)
       ORDER BY m.sequence DESC LIMIT $5`,
      [kind ?? null, state ?? null, userName ?? null, before ?? null, limit],
    );
  }

  async find(id: string): Promise<JournalEntry | undefined> {
    const [entry] = await this.unitOfWork.manager.query<JournalEntry[]>(
      `SELECT ${COLUMNS} FROM outbox_messages m LEFT JOIN users u ON u.id = m.user_id WHERE m.id = $1`,
      [id],
    );
    return entry;
  }

  /**
   * Queues a message again that was sent or given up: under the same id, behind all others of its key, with all attempts. Returns
   * whether it was one of those.
   */
  async replay(id: string): Promise<boolean> {
    const [, count] = await this.unitOfWork.manager.query<[unknown, number]>(
      `UPDATE outbox_messages SET state = 'queued', sequence = nextval('outbox_messages_sequence_seq'), attempts = 0,
         last_error = NULL, due_at = clock_timestamp(), finished_at = NULL
       WHERE id = $1 AND state <> 'queued'`,
      [id],
    );
    if (count > 0) await this.unitOfWork.manager.query(`SELECT pg_notify('${CHANNEL}', '')`);
    return count > 0;
  }
}
