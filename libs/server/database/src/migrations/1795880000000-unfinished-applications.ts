import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which resources an application of configuration files has created that has not ended, because it was interrupted or goes on. Processes
 * of the previous version neither write nor read it.
 */
export class UnfinishedApplications1795880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE configuration_sets ADD COLUMN unfinished_from integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE configuration_sets DROP COLUMN unfinished_from');
  }
}
