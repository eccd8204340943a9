import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that are sent after the commit of the transaction that caused them, and when scheduled jobs are run. */
export class Outbox1795352400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox_messages, scheduled_jobs');
  }
}

const statements = [
  `CREATE TABLE outbox_messages (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    sequence bigserial NOT NULL,
    kind text NOT NULL,
    key text,
    user_id integer,
    payload jsonb NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    last_error text,
    due_at timestamptz NOT NULL DEFAULT now(),
    worker integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    attempted_at timestamptz,
    finished_at timestamptz
  )`,
  `CREATE TABLE scheduled_jobs (
    name text PRIMARY KEY,
    due_at timestamptz NOT NULL DEFAULT now(),
    worker integer,
    started_at timestamptz,
    finished_at timestamptz,
    last_error text
  )`,
  'CREATE UNIQUE INDEX outbox_messages_sequence ON outbox_messages (sequence)',
  "CREATE INDEX outbox_messages_queued ON outbox_messages (kind, key, sequence) WHERE state = 'queued'",
  'CREATE INDEX outbox_messages_finished ON outbox_messages (state, finished_at)',
  'CREATE INDEX outbox_messages_user ON outbox_messages (user_id)',
];
