import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes on names, email addresses and actors by the letters of ASCII, instead of the language of the database. They are built
 * next to the present ones, while everybody reads and writes; an interrupted build is continued. The change log names its operations
 * without it, too: in a Turkish database it had `ınsert`, which no reader knows.
 */
export class NamesWithoutLanguage1795402800000 implements MigrationInterface {
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await writeOperationsIn(runner, 'lower(TG_OP COLLATE "C")');
    for (const index of INDEXES) await replace(runner, index, (column) => `lower(${column} COLLATE "C")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await writeOperationsIn(runner, 'lower(TG_OP)');
    for (const index of INDEXES) await replace(runner, index, (column) => `lower(${column})`);
  }
}

interface NameIndex {
  readonly name: string;
  readonly isUnique?: boolean;
  /** What is indexed, by the SQL of a column's key. */
  readonly on: (key: (column: string) => string) => string;
}

const INDEXES: readonly NameIndex[] = [
  { name: 'users_name', isUnique: true, on: (key) => `users (${key('name')})` },
  { name: 'users_email', isUnique: true, on: (key) => `users (${key('email')}) WHERE email <> ''` },
  { name: 'users_email_lookup', on: (key) => `users (${key('email')})` },
  { name: 'groups_name', isUnique: true, on: (key) => `groups (${key('name')})` },
  {
    name: 'resources_sibling_name',
    isUnique: true,
    on: (key) => `resources (parent_id, ${key('name')}) WHERE parent_id IS NOT NULL`,
  },
  { name: 'pending_users_name', isUnique: true, on: (key) => `pending_users (${key('name')})` },
  { name: 'revisions_actor', on: (key) => `revisions (${key('actor_name')}, revision)` },
  { name: 'audit_events_actor', on: (key) => `audit_events (${key('actor_name')}, id)` },
  { name: 'users_name_trigrams', on: (key) => `users USING gin (${key('name')} gin_trgm_ops)` },
  { name: 'users_email_trigrams', on: (key) => `users USING gin (${key('email')} gin_trgm_ops)` },
  { name: 'groups_name_trigrams', on: (key) => `groups USING gin (${key('name')} gin_trgm_ops)` },
  { name: 'resources_name_trigrams', on: (key) => `resources USING gin (${key('name')} gin_trgm_ops)` },
];

/** Builds the index next to the present one, then takes its place. Each step can be the one at which an earlier run ended. */
async function replace(
  runner: QueryRunner,
  { name, isUnique = false, on }: NameIndex,
  key: (column: string) => string,
): Promise<void> {
  const concurrently = runner.isTransactionActive ? '' : 'CONCURRENTLY';
  const [next, former] = [`${name}_next`, `${name}_former`];
  const isPresent = async (index: string): Promise<boolean> => {
    const [row] = await runner.query('SELECT to_regclass($1) IS NOT NULL AS present', [index]);
    return row.present;
  };
  // Without pg_trgm there are no indexes of trigrams.
  if (!(await isPresent(name))) return;
  if (!(await isPresent(former))) {
    // The build was interrupted, or is of the other direction.
    await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${next}`);
    await runner.query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${concurrently} ${next} ON ${on(key)}`);
    // One statement is one transaction: there is always an index of this name.
    await runner.query(`
      DO $$ BEGIN
        ALTER INDEX ${name} RENAME TO ${former};
        ALTER INDEX ${next} RENAME TO ${name};
      END $$`);
  }
  await runner.query(`DROP INDEX ${concurrently} IF EXISTS ${former}`);
}

/** The function of the change log writes the kind of a change with a lower case as well. */
async function writeOperationsIn(runner: QueryRunner, operation: string): Promise<void> {
  const [{ source }] = await runner.query(
    "SELECT pg_get_functiondef('record_change()'::regprocedure) AS source",
  );
  await runner.query(source.replace(/lower\(TG_OP[^)]*\)/, operation));
}
