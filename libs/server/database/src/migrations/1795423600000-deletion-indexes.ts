import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  claimed_memberships_provider: 'claimed_memberships (provider, user_id)',
  sessions_origin_prefix: 'sessions (origin COLLATE "C") WHERE origin IS NOT NULL',
  revisions_deletion: "revisions (actor_role, revision) WHERE starts_with(actor_role, 'job:delete_rows:')",
} as const;

/**
 * Indexes by which the rows of a deleted provider and the sessions that it opened are found, and the revisions that removed the rows of a
 * deleted object.
 */
export class DeletionIndexes1795423600000 implements MigrationInterface {
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
