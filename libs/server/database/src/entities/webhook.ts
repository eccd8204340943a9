import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A request that is sent after a change. Reference: webhooks#definition. */
@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS', type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 128 })
  name!: string;

  @Index('webhooks_action')
  @Column({ type: 'varchar', length: 30 })
  action!: string;

  @Column({ type: 'varchar', length: 6 })
  method!: string;

  @Column({ type: 'text' })
  url!: string;

  /** As given; null for JSON. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  format!: string | null;

  /** Null for no body. Keeps the order of members. */
  @Column({ type: 'json', nullable: true })
  payload!: unknown;

  /** Its entry of the configuration file; null for a webhook that was created by the API. */
  @Index('webhooks_file_key', { unique: true })
  @Column({ name: 'file_key', type: 'text', nullable: true })
  fileKey!: string | null;

  /** Number of secrets that it has had, so that the change log has their replacement. */
  @Column({ name: 'secret_version', type: 'integer', default: 1 })
  secretVersion!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** Secrets and failures of a webhook. Written without a revision: no decision depends on it. */
@Entity('webhook_states')
export class WebhookState {
  @PrimaryColumn({ name: 'webhook_id', type: 'integer' })
  webhookId!: number;

  /** Encrypted under a key of `SVC_SECRET`. */
  @Column({ type: 'bytea' })
  secret!: Buffer;

  @Column({ name: 'previous_secret', type: 'bytea', nullable: true })
  previousSecret!: Buffer | null;

  /** Until when deliveries are signed with the previous secret as well. */
  @Column({ name: 'previous_until', type: 'timestamptz', nullable: true })
  previousUntil!: Date | null;

  /** Number of deliveries in a row that failed, each after its last retry. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  @Column({ name: 'suspended_at', type: 'timestamptz', nullable: true })
  suspendedAt!: Date | null;
}

/** An event that a webhook is sent for, with the log of its attempts. Written without a revision. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_state', ['webhookId', 'state', 'sequence'])
export class WebhookDelivery {
  /** The `webhook-id` of each attempt. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Order of the events. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  sequence!: string;

  @Column({ name: 'webhook_id', type: 'integer' })
  webhookId!: number;

  @Column({ type: 'varchar', length: 30 })
  action!: string;

  /** No reference: the delivery outlives the user. */
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId!: number | null;

  @Column({ name: 'group_id', type: 'integer', nullable: true })
  groupId!: number | null;

  @Column({ type: 'jsonb' })
  parameters!: Record<string, string | number | null>;

  /** The one-time link that `callback_url` is the address of. */
  @Column({ name: 'callback_link', type: 'uuid', nullable: true })
  callbackLink!: string | null;

  @Column({ type: 'varchar', length: 9, default: 'pending' })
  state!: 'pending' | 'delivered' | 'failed';

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'jsonb', default: [] })
  log!: unknown[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Index('webhook_deliveries_finished')
  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}
