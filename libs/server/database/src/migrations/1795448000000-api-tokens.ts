import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables with rows of users. */
const OF_USERS = [
  'memberships',
  'user_permissions',
  'sessions',
  'sign_in_addresses',
  'user_devices',
  'one_time_links',
  'terms_acceptances',
  'external_identities',
  'remote_users',
];

/** Tokens with which programs authenticate as their owners. `docs/adr/0040-api-tokens.md`. */
export class ApiTokens1795448000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...TRIGGERS]) await runner.query(statement);
    await runner.query(noteDeletedUser([...OF_USERS, 'api_tokens']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteDeletedUser(OF_USERS));
    await runner.query('DROP TABLE api_token_uses, api_tokens');
    await runner.query('DROP FUNCTION check_api_tokens()');
  }
}

const TABLES = [
  `CREATE TABLE api_tokens (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id integer NOT NULL,
    name text NOT NULL,
    token_hmac bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    is_administrator boolean NOT NULL DEFAULT false,
    restriction jsonb,
    features text[] NOT NULL DEFAULT '{}',
    CONSTRAINT api_tokens_one_power CHECK (NOT is_administrator OR restriction IS NULL)
  )`,
  'CREATE UNIQUE INDEX api_tokens_token ON api_tokens (token_hmac)',
  'CREATE UNIQUE INDEX api_tokens_name ON api_tokens (user_id, name COLLATE "C")',
  'CREATE INDEX api_tokens_expiry ON api_tokens (expires_at)',
  `CREATE TABLE api_token_uses (
    token_id uuid PRIMARY KEY,
    last_used_at timestamptz NOT NULL,
    network text NOT NULL,
    client text
  )`,
];

const TRIGGERS = [
  `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON api_tokens
    FOR EACH ROW EXECUTE FUNCTION record_change('api_token', '{token_hmac}')`,
  `CREATE FUNCTION check_api_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM assert_exists(EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id FOR KEY SHARE), 'api_tokens_user_id_fkey');
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER check_references AFTER INSERT OR UPDATE OF user_id ON api_tokens
    FOR EACH ROW EXECUTE FUNCTION check_api_tokens()`,
];

function noteDeletedUser(tables: readonly string[]): string {
  const isLeft = tables.map(
    (table) => `(SELECT true FROM ${table} WHERE user_id BETWEEN OLD.id AND OLD.id ORDER BY user_id LIMIT 1)`,
  );
  return `CREATE OR REPLACE FUNCTION note_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${isLeft.join(' OR ')} THEN
      PERFORM note_deletion('user', OLD.id, NULL);
    END IF;
    RETURN NULL;
  END $$`;
}
