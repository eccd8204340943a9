import type { DataSource, QueryRunner } from 'typeorm';
import type { AuditFilter } from '@gatehouse/audit';
import { listing } from '../../../audit/src/listing-sql';
import { DEPENDENTS, removalSql } from '../../../database/src/deletion/dependents';
import { type EndedSessions, sessionsThat } from '../../../database/src/deletion/ended-sessions';
import { countOfSessions, countsOf } from '../../../database/src/deletion/rows-left';
import type { TestDatabase } from '../test-database';
import { isWrite, problemOf, problemsOfEntry } from './bounds';
import { executionOf } from './execution';
import { ANALYSED, type Analysed, grownDatabases } from './grown-database';
import { GROWING_TABLES, SMALL_TABLES } from './growing-tables';
import { readLists } from './list.cjs';
import { SERVICES } from './rows-of-tables';
import { type Values, valuesOf } from './values';

/** Of resources, revisions, changes, …: other tables have a part of it. `npm run test:long plans` sets it. */
const LONG = Number(process.env['SVC_TEST_PLANS_ROWS'] ?? '0');
const ROWS = LONG > 0 ? LONG : 100_000;
/** Statistics of a thousandth of the rows need tables of their own, which take as long to fill as those of all others. */
const TIMES: readonly Analysed[] = LONG > 0 ? ANALYSED : ANALYSED.filter((time) => time !== 'a thousandth');

/** What is read leaves no trace, and before what is written and rolled back. */
const ENTRIES = readLists().sort((one, other) => Number(isWrite(one)) - Number(isWrite(other)));

const LIMIT = 100;
/** An identifier that no session has. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';
/** Kinds of changes and events, each of which is one range of an index. */
const KINDS = 25;
/** Revisions and events among which those of a time are. */
const AROUND_TIME = 5_000;
/** Rows of indexes and tables for each entry of a listing by revision, which goes from one revision to the next. */
const ROWS_OF_STEP = 5;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
/** A revision is begun every five minutes. */
const DAYS = (ROWS * 5) / 60 / 24;

/** Filters by field; each field alone, and each with each other one in `npm run test:long plans`. */
const FILTERS: readonly (readonly AuditFilter[])[] = [
  [{ kind: 'user' }, { kind: 'session' }, { kind: 'sign_in' }, { kind: 'user.deleted' }, { kind: 'nothing' }],
  [{ excludedKinds: ['session', 'sign_in', 'access'] }],
  [{ actor: 'user-5' }, { actor: 'former' }, { actor: 'nobody' }],
  [
    { object: { kind: 'user', id: 3 } },
    { object: { kind: 'group', id: 96 } },
    { object: { kind: 'resource', id: 97 } },
  ],
  [{ revision: 50 }, { revision: 50, kind: 'user' }],
  [{ from: daysAgo(1) }, { from: daysAgo(DAYS - 1) }],
  [{ to: daysAgo(DAYS - 1) }, { to: daysAgo(DAYS / 2) }],
  [{ after: ROWS / 2 }, { after: 100 }],
];
const PAIRS = FILTERS.flatMap((some, index) =>
  FILTERS.slice(index + 1).flatMap((others) =>
    some.flatMap((one) => others.map((other) => ({ ...one, ...other }))),
  ),
);

/** Objects whose rows are removed: some have more than a step removes, others none. */
const DELETED: Readonly<Record<keyof typeof DEPENDENTS, readonly unknown[]>> = {
  user: [-1, 5],
  group: [1, -1, 5],
  resource: [-1, SERVICES + 5],
  network_node: [-1, 3],
  webhook: [-1, 5],
  identity_provider: ['provider-1'],
};
const STEP_ROWS = 1_000;
const MAX_COUNTED = 10_001;

/** Sessions that end together, as changes of passwords, of accounts of nodes, and providers end them. */
const ENDED: readonly EndedSessions[] = [
  { userId: 5 },
  { userId: 5, exceptId: NO_SESSION },
  { userId: 5, origins: ['network:1'] },
  { userId: 5, origins: ['network:1'], exceptId: NO_SESSION },
  { origins: ['network:1', 'provider:lab:50'] },
  { originPrefix: 'provider:lab:5' },
  { userId: 5, originPrefix: 'provider:lab:' },
];

/** Rows that a page of the audit log may read in proportion to. */
function rowsOfListing({
  kind,
  excludedKinds,
  actor,
  object,
  revision,
  from,
  to,
  byRevision,
}: AuditFilter): number {
  const isByKind =
    (kind !== undefined || excludedKinds !== undefined) && (actor ?? object ?? revision) === undefined;
  const ofPage = LIMIT * (byRevision ? ROWS_OF_STEP : 2) * (isByKind ? (byRevision ? 3 : KINDS / 2) : 1);
  // What a period has, or an actor has done, is read if nothing of it is selected.
  return (
    ofPage + (from || to ? AROUND_TIME : 0) + (from && to ? ROWS : 0) + (actor === 'user-5' ? ROWS / 100 : 0)
  );
}

describe('in databases with a year of operation,', () => {
  let databases: ReadonlyMap<Analysed, TestDatabase>;
  let values: ReadonlyMap<Analysed, Values>;

  beforeAll(async () => {
    databases = await grownDatabases(ROWS, TIMES);
    values = new Map(
      await Promise.all(
        [...databases].map(
          async ([time, { dataSource }]) => [time, await valuesOf(dataSource, ROWS)] as const,
        ),
      ),
    );
  }, 600_000);
  afterAll(async () => {
    for (const database of databases.values()) await database.drop();
  });

  const dataSourceOf = (time: Analysed): DataSource => databases.get(time)!.dataSource;

  async function withRunner<T>(time: Analysed, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = dataSourceOf(time).createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  it('every table is in the list of those that grow or of those that do not', async () => {
    const rows = await dataSourceOf('empty').query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(GROWING_TABLES), ...SMALL_TABLES].sort(),
    );
  });

  it('every function of the schema is in the list', async () => {
    const rows = await dataSourceOf('empty').query<{ name: string }[]>(
      `SELECT proname AS name FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS (
         SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    );
    const listed = new Set(ENTRIES.flatMap((entry) => entry.function ?? []));
    expect(rows.map(({ name }) => name).sort()).toEqual([...listed].sort());
  });

  it.each(TIMES)('analysed %s, no listed statement scans a table that grows', async (time) => {
    const problems = await withRunner(time, async (runner) => {
      const found: string[] = [];
      for (const entry of ENTRIES) found.push(...(await problemsOfEntry(runner, entry, values.get(time)!)));
      return found;
    });
    expect(problems).toEqual([]);
  });

  it.each(TIMES)(
    'analysed %s, the audit log is listed by any filter in proportion to a page',
    async (time) => {
      const filters = [{}, ...FILTERS.flat(), ...(LONG > 0 ? PAIRS : [])];
      const problems = await withRunner(time, async (runner) => {
        const found: string[] = [];
        for (const filter of filters.flatMap((one) => [one, { ...one, byRevision: true }])) {
          const { sql, values: parameters } = listing(filter, LIMIT);
          const execution = await executionOf(runner, { statement: sql, parameters });
          const problem = problemOf(execution, rowsOfListing(filter));
          if (problem !== undefined) found.push(`${problem}: ${JSON.stringify(filter)}`);
        }
        return found;
      });
      expect(problems).toEqual([]);
    },
  );

  it.each(TIMES)('analysed %s, the removal of rows of a deleted object scans no table', async (time) => {
    const removals = [
      ...Object.entries(DEPENDENTS).flatMap(([kind, dependents]) =>
        dependents.map((one) => ({
          statement: removalSql(one, one.atOnce ? 'ALL' : STEP_ROWS),
          parameters: [DELETED[kind as keyof typeof DELETED]],
          // Of a table that is not large in comparison with a step, all rows of an object may be read to remove some.
          reads: `SELECT count(*)::integer AS rows FROM ${one.table} WHERE ${one.column} = ANY ($1)`,
        })),
      ),
      ...ENDED.flatMap((ended) =>
        [ended, { ...ended, before: ROWS }].map((one) => {
          const { sql, values: parameters } = sessionsThat(one, STEP_ROWS);
          return { statement: sql, parameters, reads: undefined };
        }),
      ),
    ];
    const problems = await withRunner(time, async (runner) => {
      const found: string[] = [];
      for (const { reads, ...removal } of removals) {
        const [row] = reads === undefined ? [] : await runner.query(reads, removal.parameters);
        const problem = problemOf(
          await executionOf(runner, { ...removal, needsRevision: true }),
          (row as { rows: number } | undefined)?.rows,
        );
        if (problem !== undefined) found.push(`${problem}: ${removal.statement}`);
      }
      return found;
    });
    expect(problems).toEqual([]);
  });

  it.each(TIMES)('analysed %s, to count the rows that a deletion has left scans no table', async (time) => {
    const kinds = Object.keys(DEPENDENTS) as (keyof typeof DEPENDENTS)[];
    const counts = [
      ...kinds.flatMap((kind) => countsOf({ kind, ids: DELETED[kind], names: DELETED[kind] }, MAX_COUNTED)),
      ...ENDED.map((ended) => countOfSessions({ ...ended, before: ROWS }, MAX_COUNTED)),
    ];
    const problems = await withRunner(time, async (runner) => {
      const found: string[] = [];
      for (const { statement, parameters } of counts) {
        const [row] = (await runner.query(statement, [...parameters])) as [{ count: number }];
        const problem = problemOf(
          await executionOf(runner, { statement, parameters: [...parameters] }),
          1 + row.count,
        );
        if (problem !== undefined) found.push(`${problem}: ${statement}`);
      }
      return found;
    });
    expect(problems).toEqual([]);
  });

  it.each(TIMES)(
    'analysed %s, requests are as cheap while the rows of a resource are removed',
    async (time) => {
      const before = ["INSERT INTO pending_deletions (kind, id, revision) VALUES ('resource', -1, 1)"];
      const entries = ENTRIES.filter(({ statement }) => /\bis_attached\(/.test(statement ?? ''));
      const problems = await withRunner(time, async (runner) => {
        const found: string[] = [];
        for (const entry of entries)
          found.push(
            ...(await problemsOfEntry(
              runner,
              { ...entry, before: [...(entry.before ?? []), ...before] },
              values.get(time)!,
            )),
          );
        return found;
      });
      expect(problems).toEqual([]);
      expect(entries).not.toEqual([]);
    },
  );

  it.each(TIMES)('analysed %s, no key scans a table that grows', async (time) => {
    const problems = await withRunner(time, async (runner) => {
      const keys = await runner.query(KEYS);
      const found: string[] = [];
      for (const { name, statement, count } of keys as { name: string; statement: string; count: number }[]) {
        const parameters = Array.from({ length: count }, () => null);
        const execution = await executionOf(runner, { statement, parameters, isGeneric: true });
        const problem = problemOf(execution);
        if (problem !== undefined) found.push(`${name}: ${problem}`);
      }
      return found;
    });
    expect(problems).toEqual([]);
  });
});

/** What PostgreSQL looks for when a row is deleted to which another table refers; a null value finds no row. */
const KEYS = `
  SELECT c.conname AS name, count(*)::integer AS count,
    format('SELECT 1 FROM ONLY %s WHERE %s', c.conrelid::regclass,
      string_agg(format('%I = $%s::%s', a.attname, k.place, format_type(a.atttypid, NULL)), ' AND ' ORDER BY k.place)) AS statement
  FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY AS k (number, place)
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number
  WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace
  GROUP BY c.oid, c.conname, c.conrelid`;
