import { type UnitOfWork } from '@gatehouse/database';
import type { Message } from './message';

/** Name of the notification that a commit with new messages sends. */
export const CHANNEL = 'gatehouse_outbox';

/**
 * Messages that are sent if, and only if, the running unit of work commits. Used by the API and by the proxy; the API
 * sends. Reference: notifications#outbox.
 */
export class Outbox {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Writes a message in the transaction of the running unit of work, and returns its id (uuid). */
  async add({ kind, payload, key, target, userId }: Message): Promise<string> {
    if (this.unitOfWork.revision === undefined) {
      throw new Error('messages are added inside a unit of work, so that they depend on its commit');
    }
    const [row] = await this.unitOfWork.manager.query<{ id: string }[]>(
      `WITH added AS (
         INSERT INTO outbox_messages (kind, key, target, user_id, payload) VALUES ($1, $2, $3, $4, $5) RETURNING id)
       SELECT id, pg_notify('${CHANNEL}', '') FROM added`,
      [kind, key ?? null, target ?? '', userId ?? null, JSON.stringify(payload)],
    );
    if (!row) throw new Error('the message was not stored');
    return row.id;
  }

  /** Whether a later message of the same kind and key is waiting. */
  async isSuperseded(id: string): Promise<boolean> {
    const [row] = await this.unitOfWork.manager.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT FROM outbox_messages later WHERE later.state = 'queued' AND later.kind = m.kind
         AND later.key = m.key AND later.sequence > m.sequence) AS found FROM outbox_messages m WHERE m.id = $1`,
      [id],
    );
    return row?.found ?? false;
  }
}
