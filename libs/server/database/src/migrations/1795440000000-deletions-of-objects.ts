import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Indexes, replaceIndexes } from '../concurrent-indexes';

const deletionsOf = (kind: string) =>
  `changes (${kind}_id, id) WHERE entity = '${kind}' AND operation = 'delete'`;

const INDEXES: Indexes = {
  changes_deleted_user: deletionsOf('user'),
  changes_deleted_group: deletionsOf('group'),
  changes_deleted_resource: deletionsOf('resource'),
};

/**
 * Indexes of the changes that deleted a user, group or resource. After such a change, jobs remove the rows of the object, which are
 * as many as it had (data#large-deletions): its deletion is not among the latest changes of it.
 */
export class DeletionsOfObjects1795440000000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, {}, INDEXES);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, INDEXES, {});
  }
}
