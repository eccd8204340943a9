import { type UnitOfWork, sameNameSql } from '@gatehouse/database';
import { MESSAGE_KINDS, type MessageKind, type MessagePayload } from './message';
import { CHANNEL } from './outbox';

const MESSAGE_STATES = ['queued', 'sent', 'failed'] as const;
type MessageState = (typeof MESSAGE_STATES)[number];

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

const WITH_USER = 'LEFT JOIN LATERAL (SELECT name FROM users WHERE id = m.user_id OFFSET 0) u ON true';

/** Kind by kind and state by state, each by one range of the index: nearly all of them may be of another one. */
const OF_ALL = `SELECT found.* FROM unnest($1::text[]) AS k (wanted_kind) CROSS JOIN unnest($2::text[]) AS s (wanted_state)
  CROSS JOIN LATERAL (
    SELECT * FROM outbox_messages
    WHERE (kind, state, sequence) >= (wanted_kind, wanted_state, 0) AND (kind, state, sequence) < (wanted_kind, wanted_state, $3)
    ORDER BY kind DESC, state DESC, sequence DESC LIMIT $4) found`;

/** Of those of a user, of which there are few. */
const OF_USER = `SELECT own.* FROM users wanted
  CROSS JOIN LATERAL (SELECT * FROM outbox_messages WHERE user_id = wanted.id OFFSET 0) own
  WHERE ${sameNameSql('wanted.name', '$5')} AND own.kind = ANY ($1) AND own.state = ANY ($2) AND own.sequence < $3`;

/** What has been sent, and what will be. Reference: notifications#outbox. */
export class MessageJournal {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The newest first. */
  async list({ kind, state, userName, before, limit }: JournalFilter): Promise<JournalEntry[]> {
    const kinds = kind === undefined ? MESSAGE_KINDS : [kind];
    const states = state === undefined ? MESSAGE_STATES : [state];
    return this.unitOfWork.manager.query<JournalEntry[]>(
      `SELECT ${COLUMNS} FROM (${userName === undefined ? OF_ALL : OF_USER}) m ${WITH_USER} ORDER BY m.sequence DESC LIMIT $4`,
      [
        kinds,
        states,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
        ...(userName === undefined ? [] : [userName]),
      ],
    );
  }

  async find(id: string): Promise<JournalEntry | undefined> {
    const [entry] = await this.unitOfWork.manager.query<JournalEntry[]>(
      `SELECT ${COLUMNS} FROM outbox_messages m ${WITH_USER} WHERE m.id = $1 AND m.kind = ANY ($2)`,
      [id, MESSAGE_KINDS],
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
       WHERE id = $1 AND kind = ANY ($2) AND state <> 'queued'`,
      [id, MESSAGE_KINDS],
    );
    if (count > 0) await this.unitOfWork.manager.query(`SELECT pg_notify('${CHANNEL}', '')`);
    return count > 0;
  }
}
