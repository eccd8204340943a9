import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Indexes, replaceIndexes } from '../concurrent-indexes';

const INDEXES: Indexes = {
  revisions_deletion: "revisions (actor_role, revision) WHERE starts_with(actor_role, 'job:delete_rows:')",
};

/** The index by which the revisions that removed the rows of a deleted object are found. */
export class DeletionIndexes1795423600000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, {}, INDEXES);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, INDEXES, {});
  }
}
