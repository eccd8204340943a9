// A second PostgreSQL, on which npm test repeats the tests that depend on the database itself: storage,
// concurrency and revisions have to hold on the oldest supported version as well.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder in which Debian and its derivatives install each major version, by its number. */
const DEBIAN = '/usr/lib/postgresql';
const OLDEST_SUPPORTED = 15;

/**
 * What depends on the database itself, as patterns of the test runner: schema, triggers, locks, collations,
 * revisions. Tests of the embedded server are about that one; those of single operations need no second server.
 */
export const RESTS_ON_DATABASE = [
  'libs/server/database/src/([^/]+|schema/[^/]+|sessions/sessions)\\.spec',
  'libs/server/access/',
  'libs/server/identity/',
  'apps/api/e2e/(changes|permissions-concurrency|bulk-permissions|resources|users)\\.',
  'apps/proxy/e2e/(decisions|conformance|reissue)\\.',
];

/**
 * A server to test on, with the environment variables for the tests.
 *
 * @typedef {{ name: string, environment: Record<string, string> }} SecondDatabase
 */

/**
 * The server that `SVC_TEST_DATABASE_URL` names, else programs of the system's packages: of several versions the oldest
 * that is supported, which is farthest from the embedded one.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {string} packages
 * @returns {SecondDatabase | undefined}
 */
export function findSecondDatabase(environment, packages = DEBIAN) {
  const url = environment['SVC_TEST_DATABASE_URL'];
  if (url)
    return { name: 'the server of SVC_TEST_DATABASE_URL', environment: { SVC_TEST_DATABASE_URL: url } };
  const [version] = existsSync(packages)
    ? readdirSync(packages)
        .map(Number)
        .filter((major) => major >= OLDEST_SUPPORTED && isComplete(join(packages, String(major), 'bin')))
        .sort((one, other) => one - other)
    : [];
  if (version === undefined) return undefined;
  const programs = join(packages, String(version), 'bin');
  return { name: `PostgreSQL ${version}`, environment: { SVC_TEST_POSTGRES_BIN: programs } };
}

/** @param {string} programs whether there is a server, and not only the client's programs */
function isComplete(programs) {
  return ['initdb', 'postgres'].every((name) => existsSync(join(programs, name)));
}
