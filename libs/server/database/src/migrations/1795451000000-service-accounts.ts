import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of programs. They authenticate with API tokens alone. `docs/adr/0040-api-tokens.md`. */
export class ServiceAccounts1795451000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of COLUMNS) await runner.query(statement);
    for (const statement of checks(PERSON)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of checks('true')) await runner.query(statement);
    await runner.query('ALTER TABLE users DROP COLUMN created_by, DROP COLUMN kind');
  }
}

const COLUMNS = [
  `ALTER TABLE users ADD COLUMN kind text NOT NULL DEFAULT 'person', ADD COLUMN created_by integer,
    ADD CONSTRAINT users_kind_check CHECK (kind IN ('person', 'service')),
    ADD CONSTRAINT users_password_check CHECK (kind = 'person' OR password_hash IS NULL)`,
  // On expressions that name the kind first: no other index has their order.
  `CREATE INDEX users_service_accounts ON users (kind COLLATE "C", name COLLATE "C") WHERE kind = 'service'`,
];

const PERSON = `kind = 'person'`;

/**
 * What signs in as a user is only for persons, whichever version of the product writes it: an earlier one does not know the kind.
 * A service account counts as a user that does not exist.
 */
function checks(condition: string): string[] {
  const found = (column: string) =>
    `EXISTS (SELECT 1 FROM users WHERE id = NEW.${column}${condition === 'true' ? '' : ` AND ${condition}`} FOR KEY SHARE)`;
  const user = found('user_id');
  const tables: readonly (readonly [table: string, checked: Readonly<Record<string, string>>])[] = [
    ['sessions', { user_id: user }],
    ['external_identities', { user_id: user }],
    [
      'remote_users',
      {
        node_id: 'EXISTS (SELECT 1 FROM network_nodes WHERE id = NEW.node_id FOR KEY SHARE)',
        user_id: `(NEW.user_id IS NULL OR ${user})`,
      },
    ],
    [
      'terms_acceptances',
      {
        user_id: user,
        group_id_version: `EXISTS (SELECT 1 FROM group_terms WHERE group_id = NEW.group_id AND version = NEW.version)
        AND EXISTS (SELECT 1 FROM groups WHERE id = NEW.group_id FOR KEY SHARE)`,
      },
    ],
  ];
  return tables.map(
    ([table, checked]) => `CREATE OR REPLACE FUNCTION check_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${Object.entries(checked)
      .map(([column, exists]) => `PERFORM assert_exists(${exists}, '${table}_${column}_fkey');`)
      .join('\n    ')}
    RETURN NULL;
  END $$`,
  );
}
