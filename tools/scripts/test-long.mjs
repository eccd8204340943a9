// npm run test:long: the random series of npm test with many more requests, and the documented front ends, one after the other;
// arguments select series by name. What they run is built before.
// The last line is `N series passed, N failed`. A series whose programs are not installed counts as failed.
import { spawnSync } from 'node:child_process';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { build } from './build.mjs';
import { installWhenNeeded } from './install.mjs';
import { missingPeers, noticeOf } from './peers.mjs';

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {string} compares what is compared with what
 * @property {readonly string[]} files patterns of the paths of its test files
 * @property {string} [program] what runs it instead, below the root
 * @property {Readonly<Record<string, string>>} environment how many requests it sends, unless already set
 * @property {string} [project] of jest.config.ts, if not `e2e`
 * @property {readonly string[]} [peers] the programs that it needs, by their names in peers.mjs
 */

/** @type {readonly Series[]} */
export const SERIES = [
  {
    name: 'names',
    compares:
      'replies of map servers with those of a twin that holds other secrets, for names in any spelling',
    files: ['/mapserver\\.names', '/qgis\\.names'],
    environment: { SVC_TEST_NAMES_CASES: '20000' },
    peers: ['mapserver', 'qgis'],
  },
  {
    name: 'peers',
    compares: 'what real servers do for any request with what its sender may do',
    files: ['/mapserver\\.requests', '/qgis\\.requests', '/pywps\\.requests'],
    environment: { SVC_TEST_PEERS_CASES: '20000' },
    peers: ['mapserver', 'qgis', 'pywps'],
  },
  {
    name: 'fuzz',
    compares: 'decisions on any request with an independent reference',
    files: ['apps/proxy/e2e/fuzz\\.', 'apps/api/e2e/fuzz\\.'],
    environment: { SVC_TEST_FUZZ_CASES: '100000' },
  },
  {
    name: 'policies',
    compares: 'what policy tests say by files alone, and over an export, with a proxy that has this state',
    files: ['apps/cli/e2e/policy-oracle\\.'],
    environment: { SVC_TEST_POLICY_CASES: '10000' },
  },
  {
    name: 'resolver',
    compares: 'decisions of the engine with those that statements compute from the tables of the reference',
    files: ['import/src/verify/resolver'],
    environment: { SVC_TEST_RESOLVER_WORLDS: '200' },
    project: 'unit',
  },
  {
    name: 'removals',
    compares: 'snapshots in which deleted objects are still in memory with newly loaded ones',
    files: ['libs/access-engine/src/snapshot/removals'],
    environment: { SVC_TEST_REMOVAL_RUNS: '400' },
    project: 'unit',
  },
  {
    name: 'kills',
    compares:
      'rows and audit log after large deletions, during which API, proxy and database are killed, with what was acknowledged',
    files: ['survival/removals\\.'],
    environment: { SVC_TEST_KILLS: '50' },
    project: 'browser',
  },
  {
    name: 'proxy-kills',
    compares: 'decisions before, during and after kills of the proxy and of the database with any revision',
    files: ['apps/proxy/e2e/survival\\.', 'apps/proxy/e2e/warm-decisions\\.'],
    environment: { SVC_TEST_KILL_ROUNDS: '20', SVC_TEST_WARM_ROUNDS: '200' },
  },
  {
    name: 'api-kills',
    compares: 'what was acknowledged before the API and the database are killed with what is left',
    files: ['survival/kill\\.', 'survival/registrations\\.'],
    environment: { SVC_TEST_KILL_ROUNDS: '20' },
    project: 'browser',
  },
  {
    name: 'accessibility',
    compares: 'pages of the console in all colours and sizes with the rules of axe',
    files: ['console/accessibility\\.', 'console/services\\.', 'console/synchronization\\.'],
    environment: { SVC_TEST_ALL_VIEWS: '1' },
    project: 'browser',
  },
  {
    name: 'configuration-kills',
    compares:
      'rows and audit log after applications of configuration files, during which API and database are killed, with the states that these may leave',
    files: ['survival/configurations\\.'],
    environment: { SVC_TEST_CONFIGURATION_KILLS: '200' },
    project: 'browser',
  },
  {
    name: 'configuration-starts',
    compares:
      'rows and audit log after starts that apply configuration files, during which API and database are killed, with the states that these may leave',
    files: ['survival/configuration-starts\\.'],
    environment: { SVC_TEST_LONG: '1', SVC_TEST_CONFIGURATION_STARTS: '50' },
    project: 'long',
  },
  {
    name: 'configurations',
    compares:
      'what large configuration files leave with what they state, and their messages with their mistakes',
    files: ['desired-state/src/large-files'],
    environment: { SVC_TEST_CONFIGURATION_ENTRIES: '100000' },
    project: 'unit',
  },
  {
    name: 'imports',
    compares:
      'what an import leaves after random changes on both sides with an oracle, and after lost connections with one that was not interrupted',
    files: ['libs/server/import/src/again\\.', 'libs/server/import/src/apply/interrupted\\.'],
    environment: { SVC_TEST_IMPORTS: '100', SVC_TEST_IMPORT_KILLS: '50' },
    project: 'unit',
  },
  {
    name: 'import-kills',
    compares:
      'what the same command leaves after an import during which its process or the database was killed with what one import leaves',
    files: ['apps/cli/e2e/import-kills\\.'],
    environment: { SVC_TEST_LONG: '1', SVC_TEST_IMPORT_PROCESS_KILLS: '50' },
  },
  {
    name: 'sync-kills',
    compares:
      'mirror and resources after a process was killed in a synchronization with those before and after it',
    files: ['libs/server/sync/src/kills\\.'],
    environment: { SVC_TEST_SYNC_KILLS: '50' },
    project: 'unit',
  },
  {
    name: 'front-ends',
    compares: 'what browsers and services receive through the documented front ends with what was sent',
    files: ['front-ends/two-origins\\.'],
    environment: { SVC_TEST_LONG: '1' },
    project: 'long',
    peers: ['nginx', 'haproxy', 'apache2', 'caddy'],
  },
  {
    name: 'token-clients',
    compares:
      'what data clients read with an API token as docs/tokens.md says, where it is allowed and where not',
    files: ['xarray.*\\.tokens\\.long', 'qgis-client.*\\.tokens\\.long', 'owslib\\.gdal.*\\.tokens\\.long'],
    environment: { SVC_TEST_LONG: '1' },
    peers: ['xarray', 'pydap', 'netcdf4', 'siphon', 'qgis-client', 'owslib', 'gdal', 'mapserver'],
  },
  {
    name: 'environments',
    compares: 'API and proxy in the databases that operators have with those in the language C',
    files: [],
    program: 'tools/environments/run.mjs',
    environment: {},
    peers: ['localedef', 'pgbouncer'],
  },
  {
    name: 'plans',
    compares: 'what each statement reads with what it may read, with statistics of four times',
    files: ['statements/plans\\.'],
    environment: { SVC_TEST_PLANS_ROWS: '100000' },
    project: 'unit',
  },
];

/**
 * Runs a series; its output is that of the test runner.
 *
 * @param {Series} series
 * @returns {boolean} whether it has passed
 */
function run({ name, files, program, environment, project = 'e2e', peers = [] }) {
  const missing = missingPeers(process.env).filter((peer) => peers.includes(peer));
  if (missing.length > 0) {
    console.log(`✗ ${name}: ${noticeOf(missing)}`);
    return false;
  }
  const started = Date.now();
  const args = program
    ? [program]
    : ['node_modules/jest/bin/jest.js', '--ci', '--testPathPatterns', ...files, '--selectProjects', project];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...process.env },
  });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`);
  return status === 0;
}

/**
 * The series of the given names; all without names.
 *
 * @param {readonly string[]} names
 */
export function seriesOf(names) {
  const unknown = names.filter((name) => !SERIES.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new Failure(
      `There is no series ${unknown.join(', ')}. There are ${SERIES.map(({ name }) => name).join(', ')}.`,
    );
  return SERIES.filter(({ name }) => names.length === 0 || names.includes(name));
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    const chosen = seriesOf(process.argv.slice(2));
    installWhenNeeded();
    if (chosen.some(({ project = '' }) => ['long', 'browser'].includes(project))) build();
    const results = chosen.map(run);
    const passed = results.filter(Boolean).length;
    console.log(`\n${passed} series passed, ${results.length - passed} failed`);
    process.exitCode = passed === results.length ? 0 : 1;
  });
}
