// What the test of clients in Go needs besides a toolchain: oapi-codegen, and the modules of apps/api/e2e/clients/go, fetched
// and compiled. The toolchain is that of the Python environment. When run directly, it installs them, or reinstalls them when one
// of their versions has changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root, runProgram } from './checkout.mjs';
import { cacheFolder, isPythonReady } from './peers-python.mjs';

const MODULE = join(root, 'apps/api/e2e/clients/go');
const REQUIREMENTS = join(root, 'apps/api/e2e/clients/python/requirements.txt');
const MINUTES = 10;

/** Packages of which the compiled form is kept: those of generated clients, with what they import. */
const COMPILED = [
  'github.com/oapi-codegen/runtime',
  'github.com/oapi-codegen/runtime/types',
  'net/http/cookiejar',
];

/**
 * @param {Record<string, string | undefined>} environment
 */
function goFolder(environment) {
  return join(cacheFolder(environment), 'clients-go');
}

/**
 * Whether everything is installed in the versions of go.sum, for the toolchain of the list of packages.
 *
 * @param {Record<string, string | undefined>} environment
 */
export function isGoReady(environment) {
  const stamp = join(goFolder(environment), 'versions.sha256');
  if (!isPythonReady(environment, 'clients-python')) return false;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOfVersions();
}

function digestOfVersions() {
  const digest = createHash('sha256');
  for (const file of [join(MODULE, 'go.mod'), join(MODULE, 'go.sum'), REQUIREMENTS]) {
    digest.update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** @param {string} folder */
function makeGo(folder) {
  const work = join(folder, 'module');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(MODULE, file), join(work, file));
  const go = (/** @type {string[]} */ ...args) => run(folder, work, args);
  const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
  go('build', '-o', join(folder, 'oapi-codegen'), generator);
  go('build', ...COMPILED);
  writeFileSync(join(folder, 'versions.sha256'), digestOfVersions());
}

/**
 * @param {string} folder
 * @param {string} work
 * @param {string[]} args
 */
function run(folder, work, args) {
  const command = join(cacheFolder(process.env), 'clients-python/bin/go');
  const { status, error } = spawnSync(command, args, {
    cwd: work,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: MINUTES * 60_000,
    env: {
      ...process.env,
      // The modules are kept with the build cache, and are writable so that they can be deleted.
      GOFLAGS: '-mod=readonly -modcacherw',
      GOTOOLCHAIN: 'local',
      GOCACHE: join(folder, 'build'),
      GOMODCACHE: join(folder, 'modules'),
    },
  });
  if (status !== 0) throw new Error(`go ${args.join(' ')}: ${error?.message ?? `status ${status}`}`);
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    if (!isGoReady(process.env)) makeGo(goFolder(process.env));
  });
}
