// npm run build: builds what is stale. Nx knows best what that is, but takes seconds to find out; when nothing at all
// changed since the last build it is not even asked.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { fingerprintOfResults, fingerprintOfSources } from './fingerprint.mjs';
import { installWhenNeeded } from './install.mjs';

const STAMP = 'dist/.build.json';

/** Whether the last build was of these sources, and its results are all there. */
export function isBuilt() {
  try {
    const { sources, results } = JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
    return sources === fingerprintOfSources(root) && results === fingerprintOfResults(root, STAMP);
  } catch {
    return false;
  }
}

/** Builds all projects, each only when it changed. Throws a `Failure` when one cannot be built. */
export function buildWhenStale() {
  if (isBuilt()) return;
  console.log('Building…');
  // Taken before: what changes during the build makes the next one necessary.
  const sources = fingerprintOfSources(root);
  const nx = join(root, 'node_modules/.bin/nx');
  const { status } = spawnSync(process.execPath, [nx, 'run-many', '-t', 'build', '--parallel=2'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NX_NO_CLOUD: 'true',
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NG_CLI_ANALYTICS: 'false',
    },
  });
  if (status !== 0) throw new Failure('The build failed; the reason is above.');
  const stamp = join(root, STAMP);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(`${stamp}.new`, JSON.stringify({ sources, results: fingerprintOfResults(root, STAMP) }));
  renameSync(`${stamp}.new`, stamp);
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    installWhenNeeded();
    buildWhenStale();
  });
