import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The changes that a synchronization has found are read by kind, state and path, in the order of their paths. `docs/adr/0042-synchronization.md`. */
export class ChangesByPath1795840000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // An entry of an index has at most 2,704 bytes; names of a source have any length.
    await runner.query(`CREATE FUNCTION change_path_key(path text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      AS $$ SELECT left(array_to_string(path, '/'), 300) $$`);
    // No other index begins with these columns: the planner has no choice.
    await runner.query(`CREATE INDEX synchronization_differences_path ON synchronization_differences
      (kind, state, synchronization_id, (change_path_key(path) COLLATE "C"), id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX synchronization_differences_path');
    await runner.query('DROP FUNCTION change_path_key(text[])');
  }
}
