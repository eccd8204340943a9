import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which contents of configuration files were applied, in their order. `docs/adr/0041-configuration-files.md`. */
export class AppliedConfigurations1795775000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE applied_configurations (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      set_name text NOT NULL,
      content text NOT NULL,
      generation integer NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query('CREATE INDEX applied_configurations_set ON applied_configurations (set_name, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE applied_configurations');
  }
}
