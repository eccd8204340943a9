// A file beside a complete build, which says what was built. Without it a build is missing, in progress, or has failed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateOf } from './build-state.mjs';
import { Failure, root } from './checkout.mjs';
import { accountOf } from './file-owners.mjs';
import { isInstalled } from './install.mjs';

const MARK = join(root, 'dist/build.json');

/** @typedef {import('./build-state.mjs').BuildState} BuildState */
/** @typedef {{ version: string, commit?: string, time: string, state?: BuildState }} Mark `time` as ISO 8601 */

export function markIncomplete() {
  rmSync(MARK, { force: true });
}

/** @param {BuildState | undefined} before the build; if sources have changed since, the build counts as complete, and not as up to date */
export function markComplete(before) {
  mkdirSync(dirname(MARK), { recursive: true });
  const state = stateOf(root);
  /** @type {Mark} */
  const mark = {
    version: packageVersion(),
    commit: commit(),
    time: new Date().toISOString(),
    ...(state && state.sources === before?.sources && { state }),
  };
  writeFileSync(MARK, `${JSON.stringify(mark, undefined, 2)}\n`);
}

/** Whether everything is built from what the checkout has now, and nobody has changed it since. */
export function isUpToDate() {
  const mark = readMark();
  if (mark?.state === undefined || mark.version !== packageVersion() || mark.commit !== commit())
    return false;
  const state = stateOf(root);
  return mark.state.sources === state?.sources && mark.state.made === state.made;
}

/**
 * The build that can be started here, as it is named to operators. Throws a `Failure` with the remedy if there is no complete one, or
 * its packages are missing.
 */
export function completeBuild() {
  const remedy = `Run \`npm run build\` in ${root} as ${accountOf(root)}, who may write there.`;
  if (!isInstalled(root, { toRun: true }))
    throw new Failure(`The packages of package-lock.json are not installed in ${root}. ${remedy}`);
  const mark = readMark();
  if (mark === undefined) throw new Failure(`There is no complete build in ${root}. ${remedy}`);
  const { version, commit, time } = mark;
  if (version !== packageVersion())
    throw new Failure(`The build is of version ${version}, and ${root} has ${packageVersion()}. ${remedy}`);
  return `the build of version ${version}${commit ? ` (${commit})` : ''} from ${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** @returns {Mark | undefined} */
function readMark() {
  try {
    return JSON.parse(readFileSync(MARK, 'utf8'));
  } catch {
    return undefined;
  }
}

function packageVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** @returns {string | undefined} of the sources; archives have none */
function commit() {
  try {
    const args = ['describe', '--always', '--dirty', '--exclude', '*'];
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
