import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the runner's hooks are loaded without its module names
import { startEmbeddedPostgres } from '../../../database/src/embedded';
import { startInstalledPostgres, type TestServer } from './installed-postgres';

/**
 * Nobody waits for the disk: the data is deleted at the end. Tests of crash recovery start separate servers. Several systems with
 * their pools use the server at once.
 */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

/**
 * The databases of the second server are in Turkish, in which the lower case of I is ı, and sort as dictionaries do; its sessions have
 * unusual settings. Nothing may depend on that.
 */
const UNUSUAL = {
  locale: ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=tr-TR'],
  settings: {
    ...NOT_DURABLE,
    default_transaction_isolation: 'serializable',
    DateStyle: 'SQL, DMY',
    IntervalStyle: 'sql_standard',
    TimeZone: 'Asia/Kathmandu',
    standard_conforming_strings: 'off',
    escape_string_warning: 'off',
    array_nulls: 'off',
    bytea_output: 'escape',
    extra_float_digits: '-15',
    transform_null_equals: 'on',
  },
};

declare global {
  // Both hooks of the test runner run in one process, and this is all they share.
  var testDatabaseServer: { server: TestServer; dataDir: string } | undefined;
}

/**
 * Before all tests: the embedded PostgreSQL, or the one whose programs are in the folder `SVC_TEST_POSTGRES_BIN`, unless
 * `SVC_TEST_DATABASE_URL` names a server to test on. Its role must be allowed to create databases.
 */
export default async function startDatabase(): Promise<void> {
  if (process.env['SVC_TEST_DATABASE_URL'] || globalThis.testDatabaseServer) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-tests-'));
  const programs = process.env['SVC_TEST_POSTGRES_BIN'];
  const server = programs
    ? await startInstalledPostgres(dataDir, programs, UNUSUAL)
    : await startEmbeddedPostgres({ dataDir, settings: NOT_DURABLE });
  globalThis.testDatabaseServer = { server, dataDir };
  process.env['SVC_TEST_DATABASE_URL'] = server.url;
}
