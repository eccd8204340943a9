// The proxy as a separate process: its main file, compiled as by the build, with the given environment.
const { transformFileSync } = require('@swc/core');
const { join } = require('node:path');

require('../../../../libs/server/testing/src/statements/in-process.cjs');

const configFile = join(__dirname, '../../../../.swcrc');
require.extensions['.ts'] = (module, file) => {
  module._compile(transformFileSync(file, { configFile, sourceMaps: 'inline' }).code, file);
};
// The parent process can request its memory usage; the channel does not keep the process running.
process.on('message', () => process.send(process.memoryUsage.rss()));
process.channel?.unref();
require('../../src/main.ts');
