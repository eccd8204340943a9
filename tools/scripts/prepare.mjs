// What programs do before they use what is built.
import { join } from 'node:path';
import { build } from './build.mjs';
import { completeBuild } from './build-mark.mjs';
import { Failure, root } from './checkout.mjs';
import { firstOfAnother, isWritable, ofAnother, withOwner } from './file-owners.mjs';
import { installWhenNeeded } from './install.mjs';

/** What builds write. */
const BUILT = ['dist', '.cache', '.angular'].map((folder) => join(root, folder));
/** What tells whether installations can write; npm replaces the rest only where packages have changed. */
const INSTALLED = ['node_modules', 'node_modules/.package-lock.json'].map((path) => join(root, path));

/**
 * Installs and builds what has changed. In a checkout that this account may not write to, a complete build is used as it is.
 *
 * @param {{ quiet?: boolean }} [options]
 * @returns {string | undefined} the build that is used as it is
 */
export function prepare({ quiet = false } = {}) {
  if (!isWritable(root)) return completeBuild();
  demandOwnFiles();
  installWhenNeeded();
  if (!quiet) console.log('Building what has changed…');
  build();
  return undefined;
}

/** One start by root is enough for files that the owner of the checkout cannot replace. */
function demandOwnFiles() {
  const paths = [...INSTALLED.map(ofAnother), ...BUILT.map(firstOfAnother)];
  const path = paths.find((found) => found !== undefined);
  if (path !== undefined)
    throw new Failure(`${withOwner(path, [root])} \`npm run serve\` starts what is built, without writing.`);
}
