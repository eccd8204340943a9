// Starts Gatehouse as `npm start` does, but what is built already: a test must not build, nor wait for it.
import { runProgram } from '../../../tools/scripts/checkout.mjs';
import { Launcher, runLauncher } from '../../../tools/scripts/launch.mjs';

await runProgram(() => runLauncher(new Launcher(process.env)));
