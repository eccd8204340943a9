// The proxy as a separate process: its main file, compiled as by the build, with the given environment.
const { isWorker } = require('node:cluster');
require('../../../../libs/server/testing/src/statements/in-process.cjs');
require('../../../../libs/server/testing/src/runner/typescript-sources.cjs');

// The parent process can request its memory usage; the channel does not keep the process running.
process.on('message', () => process.send(process.memoryUsage.rss()));
// That of a worker does: the supervisor replies on it before the worker begins.
if (!isWorker) process.channel?.unref();
require('../../src/main.ts');
