import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Setting and deleting the credentials of a service leaves a trace in its row, which is recorded. `docs/adr/0042-synchronization.md`. */
export class CredentialsOfServices1795776300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE services ADD COLUMN credentials_version integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE services DROP COLUMN credentials_version');
  }
}
