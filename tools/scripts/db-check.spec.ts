import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from '@gatehouse/testing';

const run = promisify(execFile);

interface Checked {
  readonly lines: readonly string[];
  /** What prevents a start. */
  readonly failure?: string;
}

/** What `npm run db:check` prints with each of these environments, in one process. */
async function check(...environments: readonly Record<string, string>[]): Promise<Checked[]> {
  const script = `
    import { checkDatabase } from './db-check.mjs';
    const all = [];
    for (const environment of ${JSON.stringify(environments)}) {
      const lines = [];
      const failure = await checkDatabase(environment, (line) => lines.push(line)).catch(({ message }) => message);
      all.push({ lines, failure });
    }
    console.log(JSON.stringify(all));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout.split('\n').at(-2) ?? '') as Checked[];
}

describe('the check of the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('prints what is found, without any other setting, and announces an upgrade', async () => {
    const current = { SVC_DB_URL: database.url, SVC_DB_POOL: '4' };
    const [found] = await check(current);
    expect(found).toEqual({
      lines: [
        expect.stringMatching(/^PostgreSQL \d+(?:\.\d+)?, encoding UTF8, schema public, role \w+$/),
        'The start of this version does not change the schema.',
        expect.stringMatching(/^API and proxy open at most \d+ connections/),
        'The database can be used.',
      ],
    });
    await database.dataSource.undoLastMigration();
    const [before, after] = await check(current, current);
    expect(before?.lines).toContain('The next start of the API changes the schema (1 migration).');
    expect(after).toEqual(before);
  });

  it('writes nothing in an empty database', async () => {
    const { url, drop } = await createEmptyDatabase();
    const [found] = await check({ SVC_DB_URL: url });
    expect(found?.failure).toBeUndefined();
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    await client.end();
    await drop();
    expect(rows).toEqual([]);
  });

  it('fails with what the start would print, and has nothing to do for the embedded database', async () => {
    const [refused, malformed, embedded] = await check(
      { SVC_DB_URL: 'postgresql://ada:canary@127.0.0.1:1/gate' },
      { SVC_DB_URL: 'host=db password=canary', SVC_DB_POOL: 'x' },
      {},
    );
    expect(refused?.failure).toBe(
      'SVC_DB_URL (127.0.0.1:1/gate): the server refuses connections. Start the server, or correct host and port.',
    );
    expect(malformed?.failure?.split('\n')).toEqual([
      'The settings cannot be used:',
      expect.stringMatching(/^ {2}- SVC_DB_URL must be a URL, not a list of keywords and values/),
      expect.stringMatching(/^ {2}- SVC_DB_POOL must be a whole number/),
    ]);
    expect(malformed?.failure).not.toContain('canary');
    expect(embedded?.lines).toEqual([expect.stringContaining('the embedded database')]);
  });
});
