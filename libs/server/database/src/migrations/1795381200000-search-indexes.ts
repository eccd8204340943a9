import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Trigram indexes for searches for a part of a name or email address. Where the extension pg_trgm cannot be created, because its files or
 * the privilege are missing, there are none, and searches read the tables.
 */
export class SearchIndexes1795381200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
      EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR invalid_schema_name THEN
        RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
      END $$`);
    const [row] = await runner.query("SELECT 1 AS found FROM pg_extension WHERE extname = 'pg_trgm'");
    if (!row) return;
    for (const [name, on] of INDEXES) await runner.query(`CREATE INDEX ${name} ON ${on}`);
  }

  /** The extension stays where something else uses it. */
  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX IF EXISTS ${name}`);
    await runner.query(`
      DO $$ BEGIN
        DROP EXTENSION IF EXISTS pg_trgm;
      EXCEPTION WHEN insufficient_privilege OR dependent_objects_still_exist THEN
        RAISE NOTICE 'pg_trgm stays: %', SQLERRM;
      END $$`);
  }
}

const INDEXES = [
  ['users_name_trigrams', 'users USING gin (lower(name) gin_trgm_ops)'],
  ['users_email_trigrams', 'users USING gin (lower(email) gin_trgm_ops)'],
  ['groups_name_trigrams', 'groups USING gin (lower(name) gin_trgm_ops)'],
  ['resources_name_trigrams', 'resources USING gin (lower(name) gin_trgm_ops)'],
  [
    'resources_display_name_trigrams',
    'resources USING gin (lower(display_name) gin_trgm_ops) WHERE display_name <> name',
  ],
] as const;
