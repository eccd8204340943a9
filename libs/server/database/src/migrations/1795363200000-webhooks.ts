import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks, whose definitions are recorded in the change log; their secrets and whether they are suspended, which are not;
 * and their deliveries.
 */
export class Webhooks1795363200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries, webhook_states, webhooks');
  }
}

const statements = [
  `CREATE TABLE webhooks (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(128) NOT NULL,
    action varchar(30) NOT NULL,
    method varchar(6) NOT NULL,
    url text NOT NULL,
    format varchar(64),
    payload json,
    file_key text,
    secret_version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX webhooks_file_key ON webhooks (file_key)',
  'CREATE INDEX webhooks_action ON webhooks (action)',
  `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON webhooks
   FOR EACH ROW EXECUTE FUNCTION record_change('webhook', '{}')`,
  `CREATE TABLE webhook_states (
    webhook_id integer PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_until timestamptz,
    failures integer NOT NULL DEFAULT 0,
    suspended_at timestamptz
  )`,
  `CREATE TABLE webhook_deliveries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    webhook_id integer NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    action varchar(30) NOT NULL,
    user_id integer,
    group_id integer,
    parameters jsonb NOT NULL,
    callback_link uuid,
    state varchar(9) NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    log jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
  )`,
  'CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, sequence)',
  'CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (finished_at)',
];
