// Programs of the system that npm test puts beside the proxy and the API: a web server in front of it, clients, and one that
// makes the database's disk full. They are installed where CI runs and on most machines; where one is missing its tests are
// left out, and the last lines say so.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Each with what stays untested without it. The names of its test files begin with its own. */
export const PEERS = new Map([
  ['nginx', 'the documented configuration of nginx'],
  ['curl', 'clients with curl'],
  ['wget', 'downloads that are resumed'],
  ['prlimit', 'a database whose disk is full'],
]);

/** Debian keeps servers where only the administrator's PATH leads. */
const SERVERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * The peers that are not installed.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {readonly string[]} servers further folders with programs
 */
export function missingPeers(environment, servers = SERVERS) {
  const folders = [...(environment['PATH'] ?? '').split(delimiter).filter(Boolean), ...servers];
  return [...PEERS.keys()].filter((name) => !folders.some((folder) => isExecutable(join(folder, name))));
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
  const untested = missing.map((name) => PEERS.get(name)).join(', ');
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
