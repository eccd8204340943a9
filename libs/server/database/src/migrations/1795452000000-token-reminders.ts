import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When owners are next reminded of the end of their API tokens. `docs/adr/0040-api-tokens.md`. */
export class TokenReminders1795452000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE api_token_reminders (token_id uuid PRIMARY KEY, due_at timestamptz NOT NULL)',
    );
    await runner.query('CREATE INDEX api_token_reminders_due ON api_token_reminders (due_at)');
    await runner.query(`INSERT INTO api_token_reminders
      SELECT id, expires_at - CASE WHEN expires_at > now() + interval '7 days' THEN interval '7 days' ELSE interval '1 day' END
        FROM api_tokens WHERE expires_at > now() + interval '1 day'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_token_reminders');
  }
}
