// npm run --silent gatehouse -- <command>: the command line of this checkout, built when its sources have changed.
//
//   node tools/scripts/gatehouse.mjs users list
//
// The program is in apps/cli. See `docs/cli.md`.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isUpToDate } from '../../apps/cli/sources.mjs';
import { withBuildLock } from './build-lock.mjs';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { isWritable } from './file-owners.mjs';
import { installWhenNeeded, isInstalled } from './install.mjs';
import { runNx } from './nx.mjs';

const PROGRAM = join(root, 'dist/apps/cli/package/gatehouse.cjs');

/** Builds the program alone where it is not up to date, if this account may write here. Throws a `Failure` where it cannot be used. */
function buildProgram() {
  // Nx would replace what it has built, under another process that is just loading it.
  if (isWritable(root) && !isReady()) withBuildLock(buildUnlessReady);
  if (!existsSync(PROGRAM))
    throw new Failure('The command line is not built: npm run build, by the owner of the checkout.');
}

function isReady() {
  return isInstalled(root) && isUpToDate(root, dirname(PROGRAM));
}

function buildUnlessReady() {
  // Another process has built it meanwhile.
  if (isReady()) return;
  installWhenNeeded();
  const { succeeded, output } = runNx(['run', 'cli:build'], { quiet: true });
  if (!succeeded) throw new Failure(`${output}\nThe command line cannot be built.`);
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    buildProgram();
    process.argv[1] = PROGRAM;
    // npm runs scripts in the checkout; paths are those of the user.
    const { INIT_CWD: folder } = process.env;
    if (process.env['npm_lifecycle_event'] !== undefined && folder) process.chdir(folder);
    await import(pathToFileURL(PROGRAM).href);
  });
