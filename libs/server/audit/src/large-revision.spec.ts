import { UnitOfWork } from '@gatehouse/database';
import { RecordedStatements, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import type { AuditEntry } from './audit-entry';
import { AuditLog } from './audit-log';

/** Changes of the largest revisions: many more than are compared. */
const RESOURCES = 20_000;
/** Pages of the database, of 8 kB, that a statement may read. A scan of such a revision reads thousands. */
const MAX_BLOCKS = 1_000;

describe('the audit log by revisions, some of which have many changes,', () => {
  let database: TestDatabase;
  let log: AuditLog;
  let statements: RecordedStatements;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { dataSource } = database;
    const unitOfWork = new UnitOfWork(dataSource);
    const run = (...sql: string[]) =>
      unitOfWork.run(async () => {
        for (const one of sql) await unitOfWork.manager.query(one);
      });
    const columns =
      '(id, parent_id, root_service_id, name, display_name, type, ordering) OVERRIDING SYSTEM VALUE';
    await run(
      `INSERT INTO resources ${columns} VALUES (1, NULL, NULL, 'maps', 'maps', 'service', 0)`,
      `INSERT INTO services (resource_id, type, url, configuration) VALUES (1, 'api', 'http://maps', '{}')`,
    );
    await run(`INSERT INTO groups (name, description) VALUES ('first', '')`);
    await run(
      `INSERT INTO resources ${columns} SELECT 10 + n, 1, 1, 'r' || n, '', 'route', n FROM generate_series(1, ${RESOURCES}) n`,
    );
    await run(`INSERT INTO groups (name, description) VALUES ('second', '')`);
    await run(`DELETE FROM resources`);
    await run(`INSERT INTO groups (name, description) VALUES ('third', '')`);
    await dataSource.query('ANALYZE');
    statements = new RecordedStatements(dataSource);
    log = new AuditLog(statements);
  });
  afterAll(() => database.drop());

  it('has one entry for each, named after what matters most, in pages of any length', async () => {
    const all = [
      ['group.created', 6],
      ['service.deleted', 5],
      ['group.created', 4],
      ['resource.created', 3],
      ['group.created', 2],
      ['service.created', 1],
    ];
    for (const length of [1, 2, 5, 50]) {
      const found: AuditEntry[] = [];
      for (;;) {
        const after = found.at(-1)?.id;
        const page = await log.page({ byRevision: true, ...(after !== undefined && { after }) }, length);
        found.push(...page);
        if (page.length < length) break;
      }
      expect(found.map(({ kind, revision }) => [kind, Number(revision)])).toEqual(all);
    }
    const deleted = await log.page({ byRevision: true, kind: 'resource.deleted' }, 50);
    expect(deleted.map(({ summary }) => summary?.kinds[0])).toEqual([
      { kind: 'resource.deleted', count: RESOURCES + 1 },
    ]);
  });

  it('is read without reading these revisions, except to count their changes', async () => {
    await statements.pagesRead();
    await log.page({ byRevision: true }, 50);
    const read = await statements.pagesRead((sql) => !sql.includes('count(*)'));
    expect(read.length).toBeGreaterThan(2);
    expect(Math.max(...read)).toBeLessThan(MAX_BLOCKS);
  });

  it('finds a deleted service by its name without reading the deleted resources below', async () => {
    await statements.pagesRead();
    expect(await log.object('resource', 'Maps')).toEqual({ kind: 'resource', id: 1 });
    expect(await log.object('resource', 'r5')).toBeUndefined();
    expect(await log.object('user', 'maps')).toBeUndefined();
    const read = await statements.pagesRead();
    expect(read).toHaveLength(3);
    expect(Math.max(...read)).toBeLessThan(100);
  });
});
