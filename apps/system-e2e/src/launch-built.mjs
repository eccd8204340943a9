// Starts Gatehouse as `npm start` does, but what is built already: a test must not build, nor wait for it.
import { join } from 'node:path';
import { runProgram } from '../../../tools/scripts/checkout.mjs';
import { Launcher, runLauncher } from '../../../tools/scripts/launch.mjs';

// The statements of all its processes are recorded.
const recorder = join(import.meta.dirname, '../../../libs/server/testing/src/statements/in-process.cjs');
const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(recorder)}`;

await runProgram(() => runLauncher(new Launcher({ ...process.env, NODE_OPTIONS })));
