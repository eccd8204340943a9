// Programs that npm test puts beside the proxy and the API: a web server in front of it, services behind it, clients, and one
// that makes the database's disk full. They are installed where CI runs, which fails without them; where one is missing on
// another machine its tests are left out, and the last lines say so.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isPythonReady, pythonFolder } from './peers-python.mjs';

/**
 * @typedef {object} Peer
 * @property {string} untested what stays untested without it
 * @property {readonly string[]} [programs] what it needs of the system, when that is not a program of its own name
 * @property {true} [isPython] whether it is a package of the Python environment
 */

/** The names of a peer's test files have its own among the parts before the last dots. @type {Map<string, Peer>} */
export const PEERS = new Map(
  /** @type {[string, Peer][]} */ ([
    ['nginx', { untested: 'the documented configuration of nginx' }],
    ['curl', { untested: 'clients with curl' }],
    ['wget', { untested: 'downloads that are resumed' }],
    ['prlimit', { untested: 'a database whose disk is full' }],
    ['mapserver', { untested: 'MapServer behind the proxy', programs: ['mapserv', 'spawn-fcgi'] }],
    ['qgis', { untested: 'QGIS Server behind the proxy', programs: ['qgis_mapserv.fcgi', 'spawn-fcgi'] }],
    ['pywps', { untested: 'PyWPS behind the proxy', isPython: true }],
    ['owslib', { untested: 'clients with OWSLib', isPython: true }],
    ['pydap', { untested: 'clients with pydap', isPython: true }],
    ['netcdf4', { untested: 'clients with netCDF4', isPython: true }],
    ['siphon', { untested: 'clients with siphon', isPython: true }],
    ['pystac', { untested: 'clients with pystac-client', isPython: true }],
  ]),
);

/** Debian keeps servers where only the administrator's PATH leads, or only a web server. */
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
  const hasPython = isPythonReady(pythonFolder(environment));
  return [...PEERS].flatMap(([name, { programs = [name], isPython }]) =>
    (isPython ? hasPython : programs.every(isInstalled)) ? [] : [name],
  );
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
 * What tells the test runner to leave out the tests of peers.
 *
 * @param {readonly string[]} missing
 */
export function withoutPeers(missing) {
  return { SVC_TEST_WITHOUT: missing.join(',') };
}

/**
 * What people are told about it.
 *
 * @param {readonly string[]} missing
 */
export function noticeOf(missing) {
  const untested = missing.map((name) => PEERS.get(name)?.untested).join(', ');
  return `There is no ${missing.join(' and no ')} here: untested are ${untested}. Install what is missing, and run again.`;
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
