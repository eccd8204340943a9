// npm run dev: like npm start, and after every change of a source it builds what changed and starts API and proxy anew,
// on the same database. A build that fails leaves the last good one running.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWhenStale } from './build.mjs';
import { Failure, root, runProgram } from './checkout.mjs';
import { fingerprintOfSources } from './fingerprint.mjs';
import { installWhenNeeded } from './install.mjs';
import { Launcher, runLauncher } from './launch.mjs';

/**
 * How often the sources are looked at, in ms. Looking takes some milliseconds, and unlike the notifications of a file
 * system it works on every one of them.
 */
const INTERVAL_MS = 700;

await runProgram(async () => {
  installWhenNeeded();
  buildWhenStale();
  const launcher = new Launcher({
    ...process.env,
    SVC_DEV: '1',
    NODE_OPTIONS: withSourceMaps(process.env['NODE_OPTIONS']),
  });
  void reloadOnChange(launcher);
  await runLauncher(launcher);
});

/** @param {Launcher} launcher */
async function reloadOnChange(launcher) {
  let isOver = false;
  const over = () => (isOver = true);
  launcher.ended.then(over, over);

  for (let built = fingerprintOfSources(root); !isOver;) {
    await sleep(INTERVAL_MS, undefined, { ref: false });
    const now = fingerprintOfSources(root);
    // An editor or a checkout of another branch may still be writing: wait until two looks see the same.
    if (now === built || (await sleep(150).then(() => fingerprintOfSources(root))) !== now) continue;
    built = now;
    try {
      buildWhenStale();
      await launcher.restart();
      console.log('Reloaded.');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(`${error.message} The last good build goes on running.`);
    }
  }
}

/** @param {string | undefined} options */
function withSourceMaps(options) {
  return `${options ?? ''} --enable-source-maps`.trim();
}
