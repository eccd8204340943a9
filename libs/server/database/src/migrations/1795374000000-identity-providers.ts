import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Identity providers that administrators have defined, with their secrets apart from what is recorded; the identities of
 * users at providers; and the memberships that claims of providers have brought about. Accounts may have no email address.
 */
export class IdentityProviders1795374000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE claimed_memberships, external_identities, identity_provider_secrets, identity_providers',
    );
    await runner.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
    await runner.query("UPDATE users SET email = 'user-' || id || '@no-email.invalid' WHERE email = ''");
    await runner.query('DROP INDEX users_email, users_email_lookup');
    await runner.query('CREATE UNIQUE INDEX users_email ON users (lower(email))');
  }
}

const statements = [
  'DROP INDEX users_email',
  "CREATE UNIQUE INDEX users_email ON users (lower(email)) WHERE email <> ''",
  // Queries for an address do not have the condition that it is not empty.
  'CREATE INDEX users_email_lookup ON users (lower(email))',
  `CREATE TABLE identity_providers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(50) NOT NULL,
    definition jsonb NOT NULL,
    secret_version integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX identity_providers_name ON identity_providers (name)',
  `CREATE TABLE identity_provider_secrets (
    provider_id integer PRIMARY KEY REFERENCES identity_providers (id) ON DELETE CASCADE,
    secret bytea NOT NULL
  )`,
  `CREATE TABLE external_identities (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider varchar(50) NOT NULL,
    subject varchar(255) NOT NULL,
    user_name varchar(500),
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX external_identities_subject ON external_identities (provider, subject)',
  'CREATE INDEX external_identities_user ON external_identities (user_id)',
  `CREATE TABLE claimed_memberships (
    user_id integer NOT NULL,
    group_id integer NOT NULL,
    provider varchar(50) NOT NULL,
    PRIMARY KEY (user_id, group_id),
    FOREIGN KEY (user_id, group_id) REFERENCES memberships (user_id, group_id) ON DELETE CASCADE
  )`,
  ...[
    ['identity_providers', 'identity_provider'],
    ['external_identities', 'external_identity'],
    ['claimed_memberships', 'claimed_membership'],
  ].map(
    ([table, entity]) =>
      `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION record_change('${entity}', '{}')`,
  ),
];
