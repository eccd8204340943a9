// Checks package-lock.json for what `npm ci` on another platform, or behind another registry, would stumble over.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root } from './checkout.mjs';

/** @typedef {{ version?: string, resolved?: string, link?: boolean, optionalDependencies?: Record<string, string> }} Locked */

/**
 * Lists what is wrong with a lock file:
 *
 * - an optional dependency that a package names and that is not locked: npm leaves out a platform package that its
 *   registry does not have yet, and `npm ci` then refuses the lock file;
 * - an address from which a package was downloaded: it names one registry, and everyone has another.
 *
 * @param {{ packages: Record<string, Locked> }} lock
 * @returns {string[]}
 */
export function problemsOf({ packages }) {
  const problems = [];
  for (const [path, { version, resolved, link, optionalDependencies = {} }] of Object.entries(packages)) {
    const name = path === '' ? 'package.json' : `${nameOf(path)}@${version}`;
    for (const [dependency, range] of Object.entries(optionalDependencies))
      if (!isLocked(packages, path, dependency))
        problems.push(`${name} names ${dependency}@${range}, which is not locked`);
    if (resolved !== undefined && !link)
      problems.push(`${name} is bound to the address it was downloaded from`);
  }
  return problems.sort();
}

/**
 * Looks a package up as Node does: beside its dependant, then in every folder above.
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
  const problems = problemsOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  if (problems.length > 0) {
    console.error(
      `package-lock.json has ${problems.length} problems:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    process.exitCode = 1;
  }
}
