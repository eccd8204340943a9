import { type Due, type UnitOfWork, removeDue } from '@gatehouse/database';
import type { Parameters, WebhookAction } from './actions';

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A request as logged: without signature and without the address of the one-time link. */
export interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An attempt to deliver an event. Texts are cut to a length that the log can hold. */
export interface LoggedAttempt {
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  readonly duration_ms: number;
  readonly request: LoggedRequest | null;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly truncated: boolean;
  } | null;
  /** Why it has failed; null if it has succeeded. */
  readonly error: string | null;
}

/** An event that a webhook is to be sent for. */
export interface NewDelivery {
  readonly webhookId: number;
  readonly action: WebhookAction;
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly parameters: Parameters;
  /** Id of the one-time link of `callback_url`. */
  readonly callbackLink: string | null;
}

export interface StoredDelivery extends NewDelivery {
  readonly id: string;
  readonly sequence: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Most attempts whose log is kept; the last ones are. */
const MAX_LOGGED_ATTEMPTS = 10;

const COLUMNS = `id, sequence, webhook_id AS "webhookId", action, user_id AS "userId", group_id AS "groupId",
  parameters, callback_link AS "callbackLink", state, attempts, created_at AS "createdAt",
  finished_at AS "finishedAt"`;

/** The SQL of deliveries. Only new ones need a unit of work. */
export class DeliveryRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(delivery: NewDelivery): Promise<string> {
    const [row] = await this.unitOfWork.manager.query<{ id: string }[]>(
      `INSERT INTO webhook_deliveries (webhook_id, action, user_id, group_id, parameters, callback_link)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        delivery.webhookId,
        delivery.action,
        delivery.userId,
        delivery.groupId,
        JSON.stringify(delivery.parameters),
        delivery.callbackLink,
      ],
    );
    if (!row) throw new Error('no delivery was stored');
    return row.id;
  }

  async find(id: string): Promise<StoredDelivery | undefined> {
    const rows = await this.unitOfWork.manager.query<StoredDelivery[]>(
      `SELECT ${COLUMNS} FROM webhook_deliveries WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  async logOf(id: string): Promise<LoggedAttempt[]> {
    const rows = await this.unitOfWork.manager.query<{ log: LoggedAttempt[] }[]>(
      'SELECT log FROM webhook_deliveries WHERE id = $1',
      [id],
    );
    return rows[0]?.log ?? [];
  }

  /** The newest first; before the one of a sequence number, if it is given. */
  list(
    webhookId: number,
    { before, limit, state }: { before?: number | undefined; limit: number; state?: string | undefined },
  ): Promise<StoredDelivery[]> {
    // State by state, each by one range of the index: nearly all of them may be in another one.
    return this.unitOfWork.manager.query(
      `SELECT ${COLUMNS} FROM unnest($4::text[]) AS input (wanted) CROSS JOIN LATERAL (
         SELECT * FROM webhook_deliveries
         WHERE (webhook_id, state, sequence) >= ($1, wanted, 0) AND (webhook_id, state, sequence) < ($1, wanted, $2)
         ORDER BY webhook_id DESC, state DESC, sequence DESC LIMIT $3) found
       ORDER BY sequence DESC LIMIT $3`,
      [webhookId, before ?? Number.MAX_SAFE_INTEGER, limit, state === undefined ? DELIVERY_STATES : [state]],
    );
  }

  /** Adds an attempt to the log. */
  async record(id: string, state: DeliveryState, attempt: LoggedAttempt): Promise<void> {
    await this.unitOfWork.manager.query(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, state = $2::text,
         finished_at = CASE WHEN $2::text = 'pending' THEN NULL ELSE clock_timestamp() END,
         log = CASE WHEN jsonb_array_length(log) >= $4::int THEN log - 0 ELSE log END || $3::jsonb
       WHERE id = $1`,
      [id, state, JSON.stringify([attempt]), MAX_LOGGED_ATTEMPTS],
    );
  }

  /** Whether the delivery had finished, and is pending again. */
  async reopen(id: string): Promise<boolean> {
    const [, count] = await this.unitOfWork.manager.query<[unknown[], number]>(
      "UPDATE webhook_deliveries SET state = 'pending', finished_at = NULL WHERE id = $1 AND state <> 'pending'",
      [id],
    );
    return count > 0;
  }

  /** Those that finished so many days ago. */
  due(days: number) {
    return {
      table: 'webhook_deliveries',
      column: 'finished_at',
      before: 'now() - make_interval(days => $1)',
      parameters: [days],
    } as const satisfies Due;
  }

  /** Removes what is {@link due}. */
  removeFinished(olderThanDays: number): Promise<void> {
    return removeDue(this.unitOfWork.manager, this.due(olderThanDays));
  }
}
