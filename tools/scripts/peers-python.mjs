// The Python environment of the tests that put servers and clients written in Python beside the proxy. Run by itself, it makes
// the environment, or makes it again when the list of packages has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isProgram, root, runProgram } from './checkout.mjs';

const REQUIREMENTS = join(root, 'apps/proxy/e2e/peers/python/requirements.txt');
const MINUTES = 10;

/**
 * Where the environment is: outside of the checkout, so that it outlives it.
 *
 * @param {Record<string, string | undefined>} environment
 */
export function pythonFolder(environment) {
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gatehouse/peers-python');
}

/**
 * Whether the environment is complete and has the packages of the list.
 *
 * @param {string} folder
 * @param {string} requirements path of the list
 */
export function isPythonReady(folder, requirements = REQUIREMENTS) {
  const stamp = stampOf(folder);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(requirements);
}

/** @param {string} folder */
function makePython(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  run('python3', ['-m', 'venv', folder]);
  const pip = join(folder, 'bin/pip');
  run(pip, ['install', '--quiet', '--no-input', '--no-deps', '--only-binary', ':all:', '-r', REQUIREMENTS]);
  writeFileSync(stampOf(folder), digestOf(REQUIREMENTS));
}

/** @param {string} folder */
function stampOf(folder) {
  return join(folder, 'requirements.sha256');
}

/** @param {string} path */
function digestOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: MINUTES * 60_000,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `status ${status}`}`);
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    const folder = pythonFolder(process.env);
    if (!isPythonReady(folder)) makePython(folder);
  });
}
