// The Python environments of the tests: of servers and clients that run next to the proxy, and of client generators for
// the API. When run directly, it creates them, or recreates one when its list of packages has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isProgram, root, runProgram } from './checkout.mjs';

const MINUTES = 10;

/** @typedef {'peers-python' | 'clients-python' | 'peers-pygeoapi'} PythonName */

/** The list of packages of each environment. @type {Record<PythonName, string>} */
const REQUIREMENTS = {
  'peers-python': join(root, 'apps/proxy/e2e/peers/python/requirements.txt'),
  'clients-python': join(root, 'apps/api/e2e/clients/python/requirements.txt'),
  // Of its own: its packages are of other versions than those of the clients.
  'peers-pygeoapi': join(root, 'apps/api/e2e/peers/python/pygeoapi-requirements.txt'),
};

/**
 * The folder for test dependencies that are kept outside the checkout.
 *
 * @param {Record<string, string | undefined>} environment
 */
export function cacheFolder(environment) {
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gatehouse');
}

/**
 * Whether an environment is complete and has the packages of its list.
 *
 * @param {Record<string, string | undefined>} environment
 * @param {PythonName} name
 */
export function isPythonReady(environment, name) {
  const stamp = stampOf(join(cacheFolder(environment), name));
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(REQUIREMENTS[name]);
}

/**
 * @param {string} folder
 * @param {string} requirements path of the list
 */
function makePython(folder, requirements) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  run('python3', ['-m', 'venv', folder]);
  const pip = join(folder, 'bin/pip');
  run(pip, ['install', '--quiet', '--no-input', '--no-deps', '--only-binary', ':all:', '-r', requirements]);
  writeFileSync(stampOf(folder), digestOf(requirements));
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
    for (const [name, requirements] of Object.entries(REQUIREMENTS)) {
      if (isPythonReady(process.env, /** @type {PythonName} */ (name))) continue;
      makePython(join(cacheFolder(process.env), name), requirements);
    }
  });
}
