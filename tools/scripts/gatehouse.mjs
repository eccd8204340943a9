// npm run --silent gatehouse -- <command>: the command line of this checkout, built when its sources have changed.
//
//   node tools/scripts/gatehouse.mjs users list
//
// The program is in apps/cli. See `docs/cli.md`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { isWritable } from './file-owners.mjs';
import { installWhenNeeded } from './install.mjs';
import { runNx } from './nx.mjs';

const PROGRAM = join(root, 'dist/apps/cli/package/gatehouse.cjs');

/** Builds the program alone, if this account may write here. Throws a `Failure` where it cannot be used. */
function buildProgram() {
  if (isWritable(root)) {
    installWhenNeeded();
    const { succeeded, output } = runNx(['run', 'cli:build'], { quiet: true });
    if (!succeeded) throw new Failure(`${output}\nThe command line cannot be built.`);
  }
  if (!existsSync(PROGRAM))
    throw new Failure('The command line is not built: npm run build, by the owner of the checkout.');
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
