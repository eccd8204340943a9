import type { DataSource } from 'typeorm';
import { nameKeySql } from '../name-key-sql';

/** Stored names that the schema does not admit any more. Nothing was changed; the message lists them, a line each. */
export class ConflictingNames extends Error {
  override readonly name = 'ConflictingNames';
}

interface StoredName {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly parent: string | null;
}

/** How many names a message lists. */
const MAX_LISTED = 50;

interface NamedTable {
  readonly kind: string;
  readonly table: string;
  readonly column: string;
  /** Names are unique among rows with an equal value of this. */
  readonly scope: string;
  /** The rows whose names are unique. */
  readonly condition: string;
}

const TABLES: readonly NamedTable[] = [
  { kind: 'user', table: 'users', column: 'name', scope: 'NULL::integer', condition: 'true' },
  { kind: 'email', table: 'users', column: 'email', scope: 'NULL::integer', condition: "email <> ''" },
  { kind: 'group', table: 'groups', column: 'name', scope: 'NULL::integer', condition: 'true' },
  { kind: 'registration', table: 'pending_users', column: 'name', scope: 'NULL::integer', condition: 'true' },
  {
    kind: 'resource',
    table: 'resources',
    column: 'name',
    scope: 'parent_id',
    condition: 'parent_id IS NOT NULL',
  },
];

/** The migration after which the database itself refuses such names. */
const REFUSED_SINCE = 'NamesWithoutLanguage1795402800000';

/**
 * Throws {@link ConflictingNames} if names are stored that the database is about to refuse: those that differ only in the case of
 * ASCII letters, which the language of a database may have kept apart, and those with other characters. Reference: data#names.
 *
 * @param applied the migrations that the database has
 */
export async function rejectConflictingNames(
  dataSource: DataSource,
  applied: readonly string[],
): Promise<void> {
  const found: StoredName[] = [];
  for (const named of await pendingTables(dataSource, applied))
    found.push(...(await dataSource.query<StoredName[]>(statementFor(named))));
  if (found.length === 0) return;
  const lines = found.slice(0, MAX_LISTED).map(({ kind, id, name, parent }) => {
    const place = parent === null ? '' : ` below resource ${parent}`;
    return `  ${kind} ${id}${place}: ${JSON.stringify(name)}`;
  });
  const more = found.length > MAX_LISTED ? ['  …'] : [];
  throw new ConflictingNames(
    [
      'The database cannot be upgraded: names differ only in the case of letters, or have characters outside ASCII.',
      'Nothing was changed. Rename these with the version that ran until now, then start again:',
      ...lines,
      ...more,
    ].join('\n'),
  );
}

/** The tables that exist, until the migration has been applied. Those of other applications do not count. */
async function pendingTables(
  dataSource: DataSource,
  applied: readonly string[],
): Promise<readonly NamedTable[]> {
  if (applied.length === 0 || applied.includes(REFUSED_SINCE)) return [];
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  );
  const present = new Set(rows.map(({ name }) => name));
  return TABLES.filter(({ table }) => present.has(table));
}

function statementFor({ kind, table, column, scope, condition }: NamedTable): string {
  const key = nameKeySql(column);
  return `
    SELECT '${kind}' AS kind, id, ${column} AS name, scope AS parent FROM (
      SELECT id, ${column}, ${scope} AS scope, count(*) OVER (PARTITION BY ${scope}, ${key}) AS equal_names
      FROM ${table} WHERE ${condition}
    ) named
    WHERE equal_names > 1 OR ${column} ~ '[^\\x01-\\x7f]'
    ORDER BY scope, ${key}, id LIMIT ${MAX_LISTED + 1}`;
}
