import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  session_tokens_expiry: 'session_tokens (expires_at)',
  sign_in_failures_age: 'sign_in_failures (failed_at)',
  counted_requests_age: 'counted_requests (counted_at)',
  user_devices_age: 'user_devices (last_at)',
} as const;

/** Indexes by which scheduled jobs find the rows that they remove. They are built while everybody reads and writes. */
export class RemovalIndexes1795406400000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const concurrently = runner.isTransactionActive ? '' : 'CONCURRENTLY';
    for (const [name, on] of Object.entries(INDEXES)) {
      // One whose build was interrupted is there, but not used.
      await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX ${concurrently} ${name} ON ${on}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
