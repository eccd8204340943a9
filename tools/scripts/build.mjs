// npm run build: Nx builds what has changed, and takes the rest from its cache.
import { Failure, isProgram, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';
import { runNx } from './nx.mjs';

const BUILD = ['run-many', '-t', 'build'];

/** Builds all projects without a word, unless one cannot be built: throws a `Failure` with the output of the build. */
export function build() {
  const { succeeded, output } = runNx(BUILD, { quiet: true });
  if (!succeeded) throw new Failure(`${output}\nThe build failed.`);
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    installWhenNeeded();
    if (!runNx(BUILD).succeeded) throw new Failure('The build failed.');
  });
