import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the user of a session has signed in interactively. Sessions that exist already keep the value null, as if a token had
 * opened them: how they were opened is not known of all.
 */
export class InteractiveSignIns1795388400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN signed_in_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN signed_in_at');
  }
}
