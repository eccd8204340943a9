import { readFileSync } from 'node:fs';
import { OwnServer } from '@gatehouse/testing';
import { UnitOfWork, createDataSource, migrateDirectly, openDatabase } from '../index';

const PAGE = readFileSync('docs/database.md', 'utf8');
/** The blocks of statements that the page has, in their order. */
const BLOCKS = [...PAGE.matchAll(/^```sql run\n([^]*?)^```$/gm)].map(([, block = '']) => block);

describe('the statements of docs/database.md', () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await OwnServer.make();
    // As a server is before the first statement.
    await server.asSuperuser('DROP DATABASE gatehouse', 'postgres');
    await server.asSuperuser('DROP ROLE gatehouse', 'postgres');
  });
  afterAll(() => server.remove());

  const execute = async (block: string | undefined, database: string): Promise<void> => {
    for (const statement of (block ?? '').split(';\n').filter(Boolean))
      await server.asSuperuser(statement, database);
  };
  const urlOf = (role: string, password: string): string =>
    server.url.replace(/\/\/[^@]*@\/\w+/, `//${role}:${password}@/gatehouse`);
  const owner = () => urlOf('gatehouse', 'a-password-of-your-own');

  it('set up a database that the API uses, in a schema of its own, and a role for the proxy that changes no tables', async () => {
    expect(BLOCKS).toHaveLength(4);
    await execute(BLOCKS[0], 'postgres');
    await execute(BLOCKS[1], 'gatehouse');
    const api = await openDatabase({ url: owner(), process: 'api', poolSize: 2, connectMillis: 5_000 });
    expect(api.facts).toMatchObject({ schema: 'gatehouse', encoding: 'UTF8', role: 'gatehouse' });
    await migrateDirectly(api.dataSource, { url: owner() });
    await api.dataSource.destroy();

    await execute(BLOCKS[2], 'gatehouse');
    const url = urlOf('gatehouse_proxy', 'another-password');
    const proxy = await openDatabase({ url, process: 'proxy', poolSize: 2, connectMillis: 5_000 });
    const unitOfWork = new UnitOfWork(proxy.dataSource);
    await unitOfWork.run(() => unitOfWork.manager.query("INSERT INTO groups (name) VALUES ('by the proxy')"));
    await proxy.dataSource.query(
      `SELECT append_audit_events('[{"occurred_at": "2026-01-01T00:00:00Z", "kind": "k", "actor_kind": "system", "occurrences": 1, "details": {}}]')`,
    );
    await expect(proxy.dataSource.query('ALTER TABLE users ADD COLUMN more text')).rejects.toThrow(
      'must be owner',
    );
    await proxy.dataSource.destroy();
  });

  it('correct the role for a transaction pooler, whatever the server sets', async () => {
    const hostile = {
      default_transaction_isolation: 'serializable',
      datestyle: 'SQL, DMY',
      intervalstyle: 'sql_standard',
      timezone: 'Asia/Kathmandu',
      standard_conforming_strings: 'off',
      array_nulls: 'off',
      bytea_output: 'escape',
      extra_float_digits: '-15',
      transform_null_equals: 'on',
    };
    for (const [name, value] of Object.entries(hostile))
      await server.asSuperuser(`ALTER SYSTEM SET ${name} = '${value}'`, 'postgres');
    await server.asSuperuser('SELECT pg_reload_conf()', 'postgres');
    const shared = { url: owner(), poolSize: 1, sessions: 'shared' } as const;
    await expect(createDataSource(shared).initialize()).rejects.toThrow(
      'other settings than Gatehouse needs',
    );
    await execute(BLOCKS[3], 'postgres');
    const dataSource = await createDataSource(shared).initialize();
    await dataSource.destroy();
  });
});
