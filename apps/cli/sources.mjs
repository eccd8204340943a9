// What a build of the command line was made from, so that it can be told without Nx whether it is up to date.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What decides about the result beside the modules of the bundles. Each is an input of the task in Nx, whose cache keeps the digest. */
const OTHERS = [
  '.swcrc',
  'nx.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'apps/cli/build.mjs',
  'apps/cli/project.json',
  'apps/cli/sources.mjs',
];
/** Mails are copied beside the program. */
export const TEMPLATES = 'libs/server/mail/src/templates';

/** @typedef {Record<string, string[]>} Modules the modules of each file of the package, relative to the checkout */

/**
 * Notes beside a package what it was made from. Nothing is noted if a source may have changed while it was built.
 *
 * @param {string} root the checkout
 * @param {string} folder of the package
 * @param {Modules} modules
 * @param {number} startedAt when the build began to read, in ms
 */
export function noteSources(root, folder, modules, startedAt) {
  writeFileSync(join(folder, '../modules.json'), JSON.stringify(modules));
  const sources = sourcesOf(root, modules);
  if (sources.some((path) => statSync(join(root, path)).mtimeMs >= startedAt)) return;
  writeFileSync(join(folder, '../sources.json'), JSON.stringify({ digest: digestOf(root, sources) }));
}

/**
 * Whether a package is complete, and made from what the checkout has now.
 *
 * @param {string} root the checkout
 * @param {string} folder of the package
 */
export function isUpToDate(root, folder) {
  try {
    /** @type {Modules} */
    const modules = JSON.parse(readFileSync(join(folder, '../modules.json'), 'utf8'));
    const { digest } = JSON.parse(readFileSync(join(folder, '../sources.json'), 'utf8'));
    const files = ['gatehouse.cjs', 'package.json', ...Object.keys(modules)];
    return (
      files.every((name) => existsSync(join(folder, name))) &&
      digest === digestOf(root, sourcesOf(root, modules))
    );
  } catch {
    // A part is missing, or a source was removed.
    return false;
  }
}

/**
 * @param {string} root
 * @param {Modules} modules
 */
function sourcesOf(root, modules) {
  const templates = readdirSync(join(root, TEMPLATES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  // Packages are those of package-lock.json.
  const own = Object.values(modules)
    .flat()
    .filter((path) => /^(?:apps|libs)\//.test(path));
  return [...new Set([...OTHERS, ...templates, ...own])].toSorted();
}

/**
 * Of the contents, and of the names beside them: a new module may be found in place of another.
 *
 * @param {string} root
 * @param {readonly string[]} sources
 */
function digestOf(root, sources) {
  const digest = createHash('sha256');
  for (const path of sources)
    digest.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest(),
    );
  for (const folder of new Set(sources.filter((path) => path.endsWith('.ts')).map(dirname)))
    digest.update(
      `${folder}\0${readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('spec.ts'))
        .toSorted()
        .join('\0')}\0`,
    );
  return digest.digest('hex');
}
