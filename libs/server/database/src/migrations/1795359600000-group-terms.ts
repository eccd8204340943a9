import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions of the terms of groups, and who has accepted which of them. `groups.terms` is the text of the newest version. A
 * group that has terms already gets them as its first version.
 */
export class GroupTerms1795359600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE terms_acceptances, group_terms');
  }
}

const statements = [
  `CREATE TABLE group_terms (
    group_id integer NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    version integer NOT NULL,
    text text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (group_id, version)
  )`,
  `INSERT INTO group_terms (group_id, version, text, created_at)
    SELECT id, 1, terms, created_at FROM groups WHERE terms <> ''`,
  `CREATE TABLE terms_acceptances (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_id integer NOT NULL,
    version integer NOT NULL,
    accepted_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (group_id, version) REFERENCES group_terms (group_id, version) ON DELETE CASCADE
  )`,
  'CREATE INDEX terms_acceptances_group ON terms_acceptances (group_id, id)',
  'CREATE INDEX terms_acceptances_user ON terms_acceptances (user_id)',
  `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON group_terms
    FOR EACH ROW EXECUTE FUNCTION record_change('group_terms', '{}')`,
  `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON terms_acceptances
    FOR EACH ROW EXECUTE FUNCTION record_change('terms_acceptance', '{}')`,
];
