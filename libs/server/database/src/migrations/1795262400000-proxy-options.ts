import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the proxy treats requests for a service, as one object; null for the defaults. */
export class ProxyOptions1795262400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE services ADD COLUMN proxy jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE services DROP COLUMN proxy');
  }
}
