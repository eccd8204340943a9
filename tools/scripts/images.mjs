// Builds the images of docker/ and runs the compose file with them, on a Linux machine without a container engine: with buildah, on
// a base made from Debian's packages, in namespaces of the kernel. Part of .ci/run; each check counts in the last line of npm test.
//
//   node tools/scripts/images.mjs
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProgram, runProgram } from './checkout.mjs';
import { imagesFolder } from './images/places.mjs';
import { missingPrograms } from './images/programs.mjs';
import { findSecondDatabase } from './second-database.mjs';

/** How long building and running may take, in seconds; the build alone takes several minutes where the machine is busy. */
const LIMITS = { 'build-images': 1_500, 'run-services': 600 };
/** How long another run may use the cache, in seconds. */
const WAITING = 900;

const NEEDED = [
  'buildah',
  'debootstrap',
  'chroot',
  'flock',
  'ip',
  'mount',
  'nginx',
  'nsenter',
  'setpriv',
  'unshare',
];

/** @typedef {{ passed: number, failed: number, notRun?: string | undefined }} Outcome */

/**
 * Runs all checks of the images.
 *
 * @returns {Promise<Outcome>} `notRun` states why nothing was checked, or not everything
 */
export async function checkImages() {
  const notRun = whyNot();
  if (notRun) return { passed: 0, failed: 0, notRun };
  const built = await runIsolated('build-images', ['--mount', '--pid']);
  if (built.failed > 0 || built.notRun) return built;
  const ran = await runIsolated('run-services', ['--mount', '--pid', '--net']);
  return { ...ran, passed: built.passed + ran.passed };
}

/** @returns {string | undefined} why this machine cannot do it */
function whyNot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux';
  const missing = missingPrograms(NEEDED);
  if (missing.length > 0) return `there is no ${missing.join(' and no ')}`;
  // Its image cannot be built here.
  if (!findSecondDatabase({})) return 'there is no PostgreSQL 15 or newer of the system';
  const namespaces = ['--mount', '--pid', '--net', '--fork', '--mount-proc'];
  const probe = 'mount -t tmpfs tmpfs /mnt && chroot / true';
  const { status } = spawnSync('unshare', [...namespaces, 'sh', '-c', probe], {
    stdio: 'ignore',
    timeout: 20_000,
  });
  return status === 0 ? undefined : 'this machine does not permit namespaces, mounts and chroot';
}

/**
 * Runs one of the programs in images/ in namespaces of its own. When it ends, or we do, in whatever way, the kernel ends all that
 * it has started, and removes its mounts, addresses and files in memory.
 *
 * @param {keyof typeof LIMITS} name
 * @param {readonly string[]} namespaces
 * @returns {Promise<Outcome>}
 */
async function runIsolated(name, namespaces) {
  mkdirSync(imagesFolder(), { recursive: true });
  const lock = ['flock', '--no-fork', '--timeout', String(WAITING), join(imagesFolder(), 'lock')];
  const isolation = ['unshare', ...namespaces, '--fork', '--kill-child', '--mount-proc'];
  const program = [process.execPath, fileURLToPath(new URL(`images/${name}.mjs`, import.meta.url))];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...lock, ...isolation, ...program], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const stop = () => child.kill('SIGKILL');
  const limit = setTimeout(stop, (LIMITS[name] + WAITING) * 1000);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.once(signal, stop);
  let results = '';
  const [, , , pipe] = child.stdio;
  pipe?.on('data', (chunk) => (results += chunk));
  const problem = await new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `${signal ?? `exit code ${code}`}`),
    );
  });
  clearTimeout(limit);
  for (const signal of signals) process.removeListener(signal, stop);
  return outcomeOf(results, problem);
}

/**
 * @param {string} lines results of images/checks.mjs
 * @param {string | undefined} problem with the end of the program
 * @returns {Outcome}
 */
export function outcomeOf(lines, problem) {
  /** @type {import('./images/checks.mjs').Result[]} */
  const results = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const checks = results.flatMap((result) => ('name' in result ? [result.passed] : []));
  const [notRun] = results.flatMap((result) => ('notRun' in result ? [result.notRun] : []));
  const failed = checks.filter((passed) => !passed).length;
  // A program that ended before its last check has failed, although none of its checks has.
  const early = problem ?? (results.length === 0 ? 'nothing was checked' : undefined);
  if (early && failed === 0) console.log(`✗ the checks of the images ended early: ${early}`);
  return { passed: checks.length - failed, failed: failed || (early ? 1 : 0), notRun };
}

/** @param {string} reason */
export function noticeOf(reason) {
  return `The images of docker/ were not built and run: ${reason}.`;
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    const { passed, failed, notRun } = await checkImages();
    if (notRun) console.log(noticeOf(notRun));
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
  });
