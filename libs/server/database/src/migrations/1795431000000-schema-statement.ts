import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The database states which versions may use its schema, so that an older program does not write what the newer one relies on. */
export class SchemaStatement1795431000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE gatehouse_schema (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      newest text NOT NULL,
      oldest_beside text NOT NULL
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gatehouse_schema');
  }
}
