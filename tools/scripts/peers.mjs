// Programs that npm test runs next to the proxy and the API: a web server in front, services behind the proxy, clients and client
// generators, and one that fills the disk of the database. CI installs them and fails without them; where one is missing on
// another machine its tests are skipped, and the last lines report that.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isGoReady } from './clients-go.mjs';
import { isPythonReady } from './peers-python.mjs';

/**
 * @typedef {object} Peer
 * @property {string} untested what is not tested without it
 * @property {readonly string[]} [programs] the system programs that it needs, if not one of the same name
 * @property {import('./peers-python.mjs').PythonName} [python] the Python environment of which it is a package
 * @property {string} [module] the module that a Python of the system needs for it
 * @property {true} [isGo] whether it belongs to the tests of clients in Go
 * @property {true} [mounts] whether its tests mount a file system, which containers do not allow even root to do
 */

/** The names of a peer's test files have its own among the parts before the last dots. @type {Map<string, Peer>} */
export const PEERS = new Map(
  /** @type {[string, Peer][]} */ ([
    ['nginx', { untested: 'the documented configuration of nginx' }],
    ['curl', { untested: 'clients with curl' }],
    ['wget', { untested: 'downloads that are resumed' }],
    ['git', { untested: 'repositories behind the proxy' }],
    ['gdal', { untested: 'clients with GDAL', programs: ['ogrinfo'] }],
    [
      'localedef',
      { untested: 'databases in languages of the C library', programs: ['localedef', 'locale-gen'] },
    ],
    ['pgbouncer', { untested: 'a database behind a pooler' }],
    ['tinyproxy', { untested: 'outgoing requests through a proxy' }],
    ['prlimit', { untested: 'a database whose disk is full' }],
    ['script', { untested: 'questions of the command line at a terminal' }],
    ['mount', { untested: 'a database on a small file system', mounts: true }],
    ...['haproxy', 'apache2', 'caddy'].map((name) => [
      name,
      { untested: `the documented configuration of ${name} (npm run test:long front-ends)` },
    ]),
    ['mapserver', { untested: 'MapServer behind the proxy', programs: ['mapserv', 'spawn-fcgi'] }],
    ['qgis', { untested: 'QGIS Server behind the proxy', programs: ['qgis_mapserv.fcgi', 'spawn-fcgi'] }],
    ['qgis-client', { untested: 'clients with QGIS', module: 'qgis.core' }],
    ['pywps', { untested: 'PyWPS behind the proxy', python: 'peers-python' }],
    ['owslib', { untested: 'clients with OWSLib', python: 'peers-python' }],
    ['pydap', { untested: 'clients with pydap', python: 'peers-python' }],
    ['netcdf4', { untested: 'clients with netCDF4', python: 'peers-python' }],
    ['xarray', { untested: 'clients with xarray', python: 'peers-python' }],
    ['siphon', { untested: 'clients with siphon', python: 'peers-python' }],
    ['pystac', { untested: 'clients with pystac-client', python: 'peers-python' }],
    ['pygeoapi', { untested: 'synchronization with pygeoapi', python: 'peers-pygeoapi' }],
    ['openapi-python-client', { untested: 'generated clients in Python', python: 'clients-python' }],
    ['oapi-codegen', { untested: 'generated clients in Go', isGo: true }],
    ['schemathesis', { untested: 'the API against its description', python: 'clients-python' }],
  ]),
);

/** Debian installs servers in folders that are only in the PATH of the administrator, or of a web server. */
const SERVERS = ['/usr/sbin', '/usr/local/sbin', '/usr/lib/cgi-bin'];

/**
 * The peers that are not installed.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {readonly string[]} servers further folders with programs
 */
export function missingPeers(environment, servers = SERVERS) {
  const folders = [...(environment['PATH'] ?? '').split(delimiter).filter(Boolean), ...servers];
  const isInstalled = (/** @type {string} */ program) =>
    folders.some((folder) => isExecutable(join(folder, program)));
  const isThere = (/** @type {string} */ name, /** @type {Peer} */ peer) => {
    const { programs = [name], python, module, isGo, mounts } = peer;
    if (mounts) return ['mount', 'unshare'].every(isInstalled) && canMount();
    if (module) return folders.some((folder) => hasModule(join(folder, 'python3'), module));
    if (python) return isPythonReady(environment, python);
    return isGo ? isGoReady(environment) : programs.every(isInstalled);
  };
  return [...PEERS].flatMap(([name, peer]) => (isThere(name, peer) ? [] : [name]));
}

/**
 * Whether missing peers are a failure: where CI runs, which installs them.
 *
 * @param {Record<string, string | undefined>} environment
 */
export function arePeersRequired(environment) {
  return !['', '0', 'false'].includes((environment['CI'] ?? '').toLowerCase());
}

/**
 * Those of missing peers that CI can install.
 *
 * @param {readonly string[]} missing
 */
export function installable(missing) {
  return missing.filter((name) => !PEERS.get(name)?.mounts);
}

/**
 * The arguments with which the test runner skips the tests of peers.
 *
 * @param {readonly string[]} missing
 */
export function withoutPeers(missing) {
  return { SVC_TEST_WITHOUT: missing.join(',') };
}

/**
 * The message about missing peers.
 *
 * @param {readonly string[]} missing
 */
export function noticeOf(missing) {
  const untested = missing.map((name) => PEERS.get(name)?.untested).join(', ');
  return `There is no ${missing.join(' and no ')} here: untested are ${untested}. Install what is missing, and run again.`;
}

/**
 * @param {string} python
 * @param {string} module
 */
function hasModule(python, module) {
  if (!isExecutable(python)) return false;
  return spawnSync(python, ['-B', '-c', `import ${module}`], { stdio: 'ignore' }).status === 0;
}

/** Tries it where nobody else sees it. */
function canMount() {
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', tmpdir()], {
    stdio: 'ignore',
  });
  return status === 0;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
