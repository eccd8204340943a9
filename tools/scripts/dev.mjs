// npm run dev: like npm start; after every change of a source, Nx builds what changed, and API and proxy restart on
// the same database. A build that fails leaves the last good one running.
import { join } from 'node:path';
import { build } from './build.mjs';
import { Changes } from './changes.mjs';
import { Failure, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';
import { Launcher, runLauncher } from './launch.mjs';
import { tasksOfLastRun } from './nx.mjs';

await runProgram(async () => {
  installWhenNeeded();
  // Watching starts before the files are read, so that no change is missed. The console is built with types of docs/openapi.json.
  const changes = new Changes(['apps', 'docs', 'libs'].map((folder) => join(root, folder)));
  console.log('Building what has changed…');
  build();
  const launcher = new Launcher({
    ...process.env,
    SVC_DEV: '1',
    NODE_OPTIONS: withSourceMaps(process.env['NODE_OPTIONS']),
  });
  void reloadOnChange(launcher, changes);
  await runLauncher(launcher).finally(() => changes.close());
});

/**
 * @param {Launcher} launcher
 * @param {Changes} changes
 */
async function reloadOnChange(launcher, changes) {
  for (let running = identityOfBuild(); ;) {
    await changes.next();
    try {
      build();
      const built = identityOfBuild();
      // Tests and pages of documentation are not part of a build.
      if (built === running) continue;
      running = built;
      await launcher.restart();
      console.log('Reloaded.');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(`${error.message} The last successful build keeps running.`);
    }
  }
}

/** The built projects, by the hashes of their inputs. */
function identityOfBuild() {
  return tasksOfLastRun()
    .map(({ taskId, hash }) => `${taskId} ${hash}`)
    .sort()
    .join('\n');
}

/** @param {string | undefined} options */
function withSourceMaps(options) {
  return `${options ?? ''} --enable-source-maps`.trim();
}
