import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Self-registration: users that await completion, one-time links, the language of users, and counters of requests that are
 * limited by client network. Pending users are recorded in the change log like users. Links and counters are not: what a
 * link does is recorded where it is done.
 */
export class RegistrationsAndLinks1795356000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE counted_requests, one_time_links, pending_users');
    await runner.query('ALTER TABLE users DROP COLUMN locale');
  }
}

const statements = [
  `ALTER TABLE users ADD COLUMN locale varchar(2) NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fr'))`,
  `CREATE TABLE pending_users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(128) NOT NULL,
    email varchar(100) NOT NULL,
    password_hash text NOT NULL,
    locale varchar(2) NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fr')),
    state text NOT NULL CHECK (state IN ('awaiting_confirmation', 'awaiting_approval')),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  // An email address may be that of several: only its owner can complete one of them.
  'CREATE UNIQUE INDEX pending_users_name ON pending_users (lower(name))',
  'CREATE INDEX pending_users_order ON pending_users (name COLLATE "C")',
  'CREATE INDEX pending_users_expiry ON pending_users (expires_at)',
  `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON pending_users
    FOR EACH ROW EXECUTE FUNCTION record_change('pending_user', '{password_hash}')`,
  `CREATE TABLE one_time_links (
    id uuid PRIMARY KEY,
    token_hmac bytea NOT NULL,
    operation text NOT NULL,
    user_id integer REFERENCES users (id) ON DELETE CASCADE,
    group_id integer REFERENCES groups (id) ON DELETE CASCADE,
    pending_user_id integer REFERENCES pending_users (id) ON DELETE CASCADE,
    data jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX one_time_links_token ON one_time_links (token_hmac)',
  'CREATE INDEX one_time_links_user ON one_time_links (user_id)',
  'CREATE INDEX one_time_links_group ON one_time_links (group_id)',
  'CREATE INDEX one_time_links_pending_user ON one_time_links (pending_user_id)',
  'CREATE INDEX one_time_links_expiry ON one_time_links (expires_at)',
  `CREATE TABLE counted_requests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    action text NOT NULL,
    subject text NOT NULL,
    counted_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX counted_requests_subject ON counted_requests (action, subject, counted_at)',
];
