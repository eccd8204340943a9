// From what a build was made, and what it has made: tells without Nx whether a build is up to date. Nx replaces what it restores from
// its cache, also where it is the same, and a program that is loading it does not find its files then.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Folders with sources. */
const SOURCES = ['apps', 'libs', 'tools'];
/** Files that are part of builds, beside those that nx.json names for all of them. Others in the checkout may be large, such as dumps. */
const FILES = ['package.json', join('docs', 'openapi.json')];
const GENERATED = join('libs', 'api-client', 'src', 'generated');
/** Folders that a build writes. */
const MADE = ['dist', GENERATED];
/** The mark of a build, which has these digests. */
const MARK = join('dist', 'build.json');

/** @typedef {{ sources: string, made: string }} BuildState digests */

/**
 * @param {string} folder a checkout
 * @returns {BuildState | undefined} undefined if a file cannot be read, or disappears meanwhile: then it is for Nx to tell
 */
export function stateOf(folder) {
  try {
    return { sources: digestOfSources(folder), made: digestOfMade(folder) };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === undefined) throw error;
    return undefined;
  }
}

/**
 * Of the contents of all files that may be part of a build.
 *
 * @param {string} folder a checkout
 */
function digestOfSources(folder) {
  const digest = createHash('sha256');
  const { namedInputs } = JSON.parse(readFileSync(join(folder, 'nx.json'), 'utf8'));
  const shared = namedInputs.sharedGlobals.map((/** @type {string} */ input) =>
    input.replace('{workspaceRoot}/', ''),
  );
  const files = [...shared, ...FILES, ...SOURCES.flatMap((source) => filesIn(folder, source))];
  for (const path of files)
    if (!path.startsWith(GENERATED + sep))
      digest.update(`${path}\0`).update(
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest(),
      );
  return digest.digest('hex');
}

/**
 * Of the names, sizes and times of all files that a build has written.
 *
 * @param {string} folder a checkout
 */
function digestOfMade(folder) {
  const digest = createHash('sha256');
  for (const path of MADE.flatMap((made) => filesIn(folder, made))) {
    if (path === MARK) continue;
    const { size, mtimeMs } = lstatSync(join(folder, path));
    digest.update(`${path}\0${size}\0${mtimeMs}\0`);
  }
  return digest.digest('hex');
}

/**
 * Relative paths of the files in a folder, in the order of their names; packages and links are none.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(root, folder) {
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && entry.name !== 'node_modules' ? filesIn(root, path) : [];
  });
}
