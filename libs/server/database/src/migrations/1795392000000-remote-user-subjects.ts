import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The identifier of a remote user at its instance, which a name that is used again does not inherit. It is not known of
 * existing remote users until the next message about them.
 */
export class RemoteUserSubjects1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE remote_users ADD COLUMN subject varchar(128)');
    await runner.query('CREATE UNIQUE INDEX remote_users_subject ON remote_users (node_id, subject)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX remote_users_subject');
    await runner.query('ALTER TABLE remote_users DROP COLUMN subject');
  }
}
