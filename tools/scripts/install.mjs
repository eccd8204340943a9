// Installs the packages of package-lock.json when node_modules differs from it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Whether node_modules holds the packages of the lock file. npm keeps a hidden lock file in node_modules, written
 * when an installation is complete: it is compared, so a manual installation counts, and an interrupted one does not.
 *
 * @param {string} folder the checkout
 * @param {{ toRun?: boolean }} [options] toRun: without what only builds and tests need
 */
export function isInstalled(folder, { toRun = false } = {}) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const present = readPackages(join(folder, 'node_modules/.package-lock.json'));
  if (wanted === undefined) throw new Failure(`There is no readable package-lock.json in ${folder}.`);
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, link, dev, optional, devOptional }]) => {
    const found = present[path];
    if (toRun && dev) return true;
    // Packages for other platforms are in the lock file and never installed.
    if (found === undefined) return path === '' || link || optional || devOptional;
    return found.version === version;
  });
}

/** Installs the packages of this checkout unless they are installed. */
export function installWhenNeeded() {
  if (isInstalled(root)) return;
  // Standard output is for the results of the program that is run then.
  console.error('Installing packages, which takes about a minute…');
  installPackages(root);
}

/**
 * Runs `npm ci` in a folder with a lock file, when it is needed. Install scripts are disabled: none is needed, and they run
 * third-party code.
 *
 * @param {string} folder
 */
export function installPackages(folder) {
  if (isInstalled(folder)) return;
  const [command, ...args] = npm();
  // Build tools are development dependencies, which NODE_ENV=production would leave out.
  const options = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  // The package of the test browser declares a newer Node than its program needs.
  if (folder !== root) options.push('--loglevel=error');
  const { status, error } = spawnSync(command, [...args, 'ci', ...options], {
    cwd: folder,
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (error) throw new Failure(`npm could not be run: ${error.message}`);
  if (status !== 0) throw new Failure('The packages could not be installed; see the output of npm above.');
}

/**
 * The npm that runs this script, when one does, else the one of the system.
 *
 * @returns {[string, ...string[]]}
 */
function npm() {
  const running = process.env['npm_execpath'];
  return running && basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined} by folder, as in the lock file
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

if (isProgram(import.meta.url)) await runProgram(async () => installWhenNeeded());
