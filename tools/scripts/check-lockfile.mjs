// Checks the lock files for entries with which `npm ci` fails on another platform, another supported Node or with another
// registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { isProgram, root } from './checkout.mjs';

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, engines?: { node?: string },
 *   optionalDependencies?: Record<string, string> }} Locked
 */

/** The lock files of this checkout. */
const LOCK_FILES = ['package-lock.json', 'apps/system-e2e/package-lock.json'];

/**
 * Lists the problems of a lock file:
 *
 * - an optional dependency that a package names and that is not locked: npm leaves out a platform package that its
 *   registry does not have yet, and `npm ci` then refuses the lock file;
 * - an address from which a package was downloaded: it names one registry, and other users have another;
 * - a package that does not support every Node that we do, of which npm warns (EBADENGINE) at each installation. npm
 *   omits an optional one silently.
 *
 * @param {{ packages: Record<string, Locked> }} lock
 * @returns {string[]}
 */
export function problemsOf({ packages }) {
  const problems = [];
  const supported = packages['']?.engines?.node;
  for (const [path, locked] of Object.entries(packages)) {
    const { version, resolved, link, optional, engines, optionalDependencies = {} } = locked;
    const name = path === '' ? 'package.json' : `${nameOf(path)}@${version}`;
    for (const [dependency, range] of Object.entries(optionalDependencies))
      if (!isLocked(packages, path, dependency))
        problems.push(`${name} names ${dependency}@${range}, which is not locked`);
    if (resolved !== undefined && !link)
      problems.push(`${name} is bound to the address it was downloaded from`);
    if (supported && engines?.node && !optional && !semver.subset(supported, engines.node))
      problems.push(`${name} needs Node ${engines.node}, and we support ${supported}`);
  }
  return problems.sort();
}

/**
 * Looks a package up as Node does: next to its dependant, then in every folder above.
 *
 * @param {Record<string, Locked>} packages
 * @param {string} from the folder of the dependant
 * @param {string} name
 */
function isLocked(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

if (isProgram(import.meta.url)) {
  for (const file of LOCK_FILES) {
    const problems = problemsOf(JSON.parse(readFileSync(join(root, file), 'utf8')));
    if (problems.length === 0) continue;
    console.error(
      `${file} has ${problems.length} problems:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    process.exitCode = 1;
  }
}
