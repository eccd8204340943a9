import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the build reads. */
const SOURCES = [
  'apps',
  'libs',
  'tools/scripts',
  'nx.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Tests are no part of a build. */
const UNBUILT = /\.(e2e-)?spec\.ts$|^(e2e|node_modules)$/;

/**
 * Sums up the sources of a checkout by path, size and time of change. Cheap enough to be taken at every start and twice
 * a second while developing, and wrong only on the safe side: a file that was touched counts as changed.
 *
 * @param {string} folder the checkout
 */
export function fingerprintOfSources(folder) {
  return fingerprint(folder, SOURCES);
}

/**
 * Sums up the results of a build in the same way, so that a deleted file is missed.
 *
 * @param {string} folder the checkout
 * @param {string} stamp the file with the fingerprints, which is none of the results
 */
export function fingerprintOfResults(folder, stamp) {
  return fingerprint(folder, ['dist'], (path) => path !== stamp);
}

/**
 * @param {string} folder
 * @param {readonly string[]} paths
 * @param {(path: string) => boolean} counts
 */
function fingerprint(folder, paths, counts = () => true) {
  const hash = createHash('sha256');
  /** @param {string} path relative to the folder */
  const add = (path) => {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found === undefined) return;
    if (!found.isDirectory()) {
      if (counts(path)) hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(folder, path)).sort())
      if (!UNBUILT.test(name)) add(`${path}/${name}`);
  };
  paths.forEach(add);
  return hash.digest('hex');
}
