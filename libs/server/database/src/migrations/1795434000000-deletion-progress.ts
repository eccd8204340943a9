import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Indexes, replaceIndexes } from '../concurrent-indexes';

const INDEXES: Indexes = {
  revisions_step: "revisions (revision) WHERE starts_with(actor_role, 'job:delete_rows:')",
};

/** How many rows of a revision the log lists. Tokens of sessions and cut-offs are records of the product. */
const ROWS = `SELECT count(*) FROM (
      SELECT entity FROM changes WHERE revision BETWEEN r.revision AND r.revision ORDER BY revision, id OFFSET 0) c
    WHERE entity NOT IN ('session_token', 'session_cutoff')`;

/** The deletion of which a revision removes rows. */
const deletionOf = (row: string) => `substring(${row}.actor_role FROM '[0-9]+$')::bigint`;

/**
 * How many rows were removed after a deletion, counted when a step commits; and an index on the steps, by which the audit log leaves
 * them out. `docs/adr/0038-large-deletions.md`.
 */
export class DeletionProgress1795434000000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, {}, INDEXES);
    await inTransaction(runner, statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await inTransaction(runner, [
      'DROP TRIGGER count_removed_rows ON revisions',
      'DROP FUNCTION count_removed_rows()',
      'DROP TABLE row_removals',
    ]);
    await replaceIndexes(runner, INDEXES, {});
  }
}

/** All or none, so that the migration may be repeated after an interruption. */
async function inTransaction(runner: QueryRunner, list: readonly string[]): Promise<void> {
  const isOwn = !runner.isTransactionActive;
  if (isOwn) await runner.startTransaction();
  try {
    for (const statement of list) await runner.query(statement);
    if (isOwn) await runner.commitTransaction();
  } catch (error) {
    if (isOwn) await runner.rollbackTransaction();
    throw error;
  }
}

const statements = [
  'CREATE TABLE row_removals (revision bigint PRIMARY KEY, rows bigint NOT NULL)',
  `CREATE FUNCTION count_removed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO row_removals AS known (revision, rows)
      SELECT ${deletionOf('r')}, (${ROWS}) FROM (SELECT NEW.*) r
    ON CONFLICT (revision) DO UPDATE SET rows = known.rows + excluded.rows;
    RETURN NULL;
  END $$`,
  // When the transaction commits: then the revision has all of its changes.
  `CREATE CONSTRAINT TRIGGER count_removed_rows AFTER INSERT ON revisions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (starts_with(NEW.actor_role, 'job:delete_rows:')) EXECUTE FUNCTION count_removed_rows()`,
  // Those of steps until now. To create the trigger waits for running ones, and new ones wait for the end of this transaction.
  `INSERT INTO row_removals SELECT ${deletionOf('r')}, sum((${ROWS})) FROM revisions r
    WHERE starts_with(actor_role, 'job:delete_rows:') GROUP BY 1`,
];
