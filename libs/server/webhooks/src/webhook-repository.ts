import type { UnitOfWork } from '@gatehouse/database';
import { WEBHOOK_TABLE, insertion, isSettable, selection, update } from '@gatehouse/directory';
import type { WebhookAction } from './actions';
import type { WebhookDefinition } from './definition';

/** A webhook as stored, with its state. */
export interface StoredWebhook extends WebhookDefinition {
  readonly id: number;
  /** Which entry of the configuration file it is; null for one that was created by the API. */
  readonly fileKey: string | null;
  readonly secretVersion: number;
  readonly createdAt: Date;
  /** Number of failed deliveries in a row. */
  readonly failures: number;
  readonly suspendedAt: Date | null;
}

/** The secrets of a webhook, encrypted. */
export interface SealedSecrets {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
}

const SELECT = `SELECT ${selection(WEBHOOK_TABLE, { from: 'w' })}, s.failures, s.suspended_at AS "suspendedAt"
  FROM webhooks w JOIN webhook_states s ON s.webhook_id = w.id`;

/** The SQL of webhooks and of their states. */
export class WebhookRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  list(): Promise<StoredWebhook[]> {
    return this.unitOfWork.manager.query(`${SELECT} ORDER BY w.id`);
  }

  async find(id: number): Promise<StoredWebhook | undefined> {
    const rows = await this.unitOfWork.manager.query<StoredWebhook[]>(`${SELECT} WHERE w.id = $1`, [id]);
    return rows[0];
  }

  /** The webhooks of some actions, in the order of their creation. */
  ofActions(
    actions: readonly WebhookAction[],
  ): Promise<Pick<StoredWebhook, 'id' | 'action' | 'name' | 'url'>[]> {
    return this.unitOfWork.manager.query(
      'SELECT id, action, name, url FROM webhooks WHERE action = ANY ($1) ORDER BY id',
      [actions],
    );
  }

  /** The id of the new webhook, which has no state yet. */
  async insert(definition: WebhookDefinition, fileKey: string | null): Promise<number> {
    const [statement, values] = insertion(WEBHOOK_TABLE, [{ ...definition, fileKey }], {
      of: (field) => isSettable(field) || field === WEBHOOK_TABLE.fields.fileKey,
    });
    const [row] = await this.unitOfWork.manager.query<{ id: number }[]>(`${statement} RETURNING id`, values);
    if (!row) throw new Error('no webhook was created');
    return row.id;
  }

  async insertState(id: number, secret: Buffer): Promise<void> {
    await this.unitOfWork.manager.query('INSERT INTO webhook_states (webhook_id, secret) VALUES ($1, $2)', [
      id,
      secret,
    ]);
  }

  async update(id: number, definition: WebhookDefinition): Promise<void> {
    await this.unitOfWork.manager.query(...update(WEBHOOK_TABLE, id, definition));
  }

  /** With its state and deliveries. */
  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM webhooks WHERE id = $1', [id]);
    await this.unitOfWork.removal.removeFirst();
  }

  async secretsOf(id: number): Promise<SealedSecrets | undefined> {
    const rows = await this.unitOfWork.manager.query<SealedSecrets[]>(
      `SELECT secret, previous_secret AS "previousSecret", previous_until AS "previousUntil"
       FROM webhook_states WHERE webhook_id = $1`,
      [id],
    );
    return rows[0];
  }

  /** Replaces the secret; the one before remains valid for some seconds. */
  async replaceSecret(id: number, secret: Buffer, overlapSeconds: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE webhooks SET secret_version = secret_version + 1 WHERE id = $1',
      [id],
    );
    await this.unitOfWork.manager.query(
      `UPDATE webhook_states SET previous_secret = secret, secret = $2,
         previous_until = clock_timestamp() + make_interval(secs => $3)
       WHERE webhook_id = $1`,
      [id, secret, overlapSeconds],
    );
  }

  async resume(id: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE webhook_states SET failures = 0, suspended_at = NULL WHERE webhook_id = $1',
      [id],
    );
  }

  async countSuccess(id: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE webhook_states SET failures = 0 WHERE webhook_id = $1 AND failures > 0',
      [id],
    );
  }

  /** Counts a failed delivery; suspends the webhook at the last of `most` in a row. Whether it was suspended by that. */
  async countFailure(id: number, most: number): Promise<boolean> {
    const [rows] = await this.unitOfWork.manager.query<[{ is_new: boolean }[], number]>(
      `UPDATE webhook_states SET failures = failures + 1,
         suspended_at = CASE WHEN $2::int > 0 AND failures + 1 >= $2::int
           THEN coalesce(suspended_at, clock_timestamp()) ELSE suspended_at END
       WHERE webhook_id = $1 RETURNING suspended_at IS NOT NULL AND failures = $2::int AS is_new`,
      [id, most],
    );
    return rows[0]?.is_new ?? false;
  }
}
