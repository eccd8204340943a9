import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

/** Nx writes below the checkout only, makes no network requests, and leaves no processes running. */
const ENVIRONMENT = {
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  // Without these it copies its own binary to the temporary folder, and opens sockets to its plugins there.
  NX_SKIP_NATIVE_FILE_CACHE: 'true',
  NX_ISOLATE_PLUGINS: 'false',
  NG_CLI_ANALYTICS: 'false',
};

/** A run of Nx: whether all of it succeeded, and what it wrote unless that went to the terminal. */
/** @typedef {{ succeeded: boolean, output: string }} Run */

/**
 * Runs Nx and waits for it.
 *
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options] quiet: what it writes is returned instead
 * @returns {Run}
 */
export function runNx(args, { quiet = false } = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/.bin/nx'), ...args, '--outputStyle=static'],
    {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      maxBuffer: 256 * 1024 * 1024,
      encoding: 'utf8',
      env: { ...process.env, ...ENVIRONMENT },
    },
  );
  return { succeeded: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/**
 * A task of the last run. Its hash is that of all its inputs.
 *
 * @typedef {{ taskId: string, target: string, projectName: string, hash: string, status: number, startTime: string,
 *   endTime: string, cacheStatus: string }} Task
 */

/**
 * The tasks that the last run of Nx has finished, successful or not. Tasks that were skipped because a dependency had
 * failed are not among them.
 *
 * @returns {Task[]}
 */
export function tasksOfLastRun() {
  return JSON.parse(readFileSync(join(root, '.cache/nx/run.json'), 'utf8')).tasks;
}
