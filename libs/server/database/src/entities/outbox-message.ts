import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

export type OutboxState = 'queued' | 'sent' | 'failed';

/**
 * A message to be sent, with its state. Written without a revision: no decision depends on it.
 * Reference: notifications#outbox.
 */
@Entity('outbox_messages')
@Index('outbox_messages_queued', ['kind', 'key', 'sequence'], { where: "state = 'queued'" })
@Index('outbox_messages_target', ['kind', 'target', 'sequence'], { where: "state = 'queued'" })
@Index('outbox_messages_kind', ['kind', 'state', 'sequence'])
@Index('outbox_messages_age', ['finishedAt'])
export class OutboxMessage {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Order in which messages are delivered: consecutive, except that a replayed message moves to the end. */
  @Index('outbox_messages_sequence', { unique: true })
  @Column({ type: 'bigint', generated: 'increment' })
  sequence!: string;

  @Column({ type: 'text' })
  kind!: string;

  /** Messages of one kind and key are delivered one after the other; null: independent of all others. */
  @Column({ type: 'text', nullable: true })
  key!: string | null;

  /** Recipient whose messages under way are limited for each process; empty: the limit of the kind is the only one. */
  @Column({ type: 'text', default: '' })
  target!: string;

  /** The user whom the message is about. No reference: the entry outlives the user. */
  @Index('outbox_messages_user')
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId!: number | null;

  @Column({ type: 'jsonb' })
  payload!: Record<string, unknown>;

  @Column({ type: 'text', default: 'queued' })
  state!: OutboxState;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  /** Earliest time of the next attempt. */
  @Column({ name: 'due_at', type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  /** The process that is sending it: key of an advisory lock that the process holds while it is connected. */
  @Column({ type: 'integer', nullable: true })
  worker!: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'attempted_at', type: 'timestamptz', nullable: true })
  attemptedAt!: Date | null;

  /** When it was sent or given up. */
  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;
}

/** A job that is repeated at intervals, and which process runs it. Written without a revision as well. */
@Entity('scheduled_jobs')
export class ScheduledJobRow {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ name: 'due_at', type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  /** As in {@link OutboxMessage}. */
  @Column({ type: 'integer', nullable: true })
  worker!: number | null;

  @Column({ name: 'started_at', type: 'timestamptz', nullable: true })
  startedAt!: Date | null;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;
}
