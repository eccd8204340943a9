import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  changes_kind: 'changes (entity, operation, id)',
  changes_deleted_name: `changes (entity, lower(before ->> 'name' COLLATE "C"), id)
    WHERE operation = 'delete' AND entity IN ('user', 'group', 'resource')`,
} as const;

const FORMER = { changes_entity: 'changes (entity, id)' } as const;

/**
 * Indexes by which the audit log finds the entries of a kind, and what a deleted object was called, without reading the entries of
 * other kinds. They are built while everybody reads and writes. The first one takes the place of the index on entities.
 */
export class AuditKindIndexes1795410000000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return replace(runner, FORMER, INDEXES);
  }

  down(runner: QueryRunner): Promise<void> {
    return replace(runner, INDEXES, FORMER);
  }
}

async function replace(
  runner: QueryRunner,
  former: Readonly<Record<string, string>>,
  next: Readonly<Record<string, string>>,
): Promise<void> {
  const concurrently = runner.isTransactionActive ? '' : 'CONCURRENTLY';
  for (const [name, on] of Object.entries(next)) {
    // One whose build was interrupted is there, but not used.
    await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
    await runner.query(`CREATE INDEX ${concurrently} ${name} ON ${on}`);
  }
  for (const name of Object.keys(former)) await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
}
