import type { QueryRunner } from 'typeorm';

/** Indexes by their names: what follows `ON`. */
export type Indexes = Readonly<Record<string, string>>;

/**
 * Builds indexes while everybody reads and writes, then removes those whose place they take. Outside of a transaction; inside of
 * one, others wait. It may be repeated after an interruption.
 */
export async function replaceIndexes(runner: QueryRunner, former: Indexes, next: Indexes): Promise<void> {
  const concurrently = runner.isTransactionActive ? '' : 'CONCURRENTLY';
  for (const [name, on] of Object.entries(next)) {
    // One whose build was interrupted is there, but not used.
    await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
    await runner.query(`CREATE INDEX ${concurrently} ${name} ON ${on}`);
  }
  for (const name of Object.keys(former)) await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
}
