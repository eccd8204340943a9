import type { DataSource } from 'typeorm';
import { type Due, removeDue } from '@gatehouse/database';

/** Identifiers of messages that were received and have not expired, shared by all processes of this instance. */
export class ReceivedMessages {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async has(nodeId: number, messageId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM network_message_ids WHERE node_id = $1 AND message_id = $2',
      [nodeId, messageId],
    );
    return rows.length > 0;
  }

  /** False if the message was received before. */
  async note(nodeId: number, messageId: string, expiresAt: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `INSERT INTO network_message_ids (node_id, message_id, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING node_id`,
      [nodeId, messageId, expiresAt],
    );
    return rows.length > 0;
  }

  /** Kept for longer than messages are accepted, regardless of the clock of the database. */
  readonly due = {
    table: 'network_message_ids',
    column: 'expires_at',
    before: "now() - interval '1 hour'",
  } as const satisfies Due;

  /** Removes what is {@link due}. */
  removeExpired(): Promise<void> {
    return removeDue(this.dataSource, this.due);
  }
}
