// npm run build: Nx builds what has changed and restores the rest from its cache, unless everything is there.
import { withBuildLock } from './build-lock.mjs';
import { isUpToDate, markComplete, markIncomplete } from './build-mark.mjs';
import { stateOf } from './build-state.mjs';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';
import { runNx } from './nx.mjs';

const BUILD = ['run-many', '-t', 'build'];

/** Builds all projects without output. Throws a `Failure` with the output of the build if a project cannot be built. */
export function build() {
  withBuildLock(() => {
    if (isUpToDate()) return;
    const before = stateOf(root);
    markIncomplete();
    const { succeeded, output } = runNx(BUILD, { quiet: true });
    if (!succeeded) throw new Failure(`${output}\nThe build failed.`);
    markComplete(before);
  });
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    installWhenNeeded();
    withBuildLock(() => {
      const before = stateOf(root);
      markIncomplete();
      if (!runNx(BUILD).succeeded) throw new Failure('The build failed.');
      markComplete(before);
    });
  });
