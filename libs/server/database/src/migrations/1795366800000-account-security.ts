import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When sessions were last used, the devices that users have signed in with, and requests for new passwords that wait for
 * their mail. No decision depends on these rows: they have no triggers and need no revision. Uses refer to no other table,
 * so that writing them waits for no lock.
 */
export class AccountSecurity1795366800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE session_uses (session_id uuid PRIMARY KEY, last_used_at timestamptz NOT NULL)',
    );
    await runner.query(`
      CREATE TABLE user_devices (
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        network text NOT NULL,
        browser text NOT NULL,
        last_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, network, browser)
      )`);
    await runner.query(`
      CREATE TABLE password_reset_requests (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        login text NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE password_reset_requests, user_devices, session_uses');
  }
}
