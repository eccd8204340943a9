// The proxy as a process of its own: its main file, compiled as the build does, with the environment that it is given.
const { transformFileSync } = require('@swc/core');
const { join } = require('node:path');
const options = require('../../../../tools/scripts/swc-options.json');
const { compilerOptions } = require('../../../../tsconfig.base.json');

const baseUrl = join(__dirname, '../../../..');
require.extensions['.ts'] = (module, file) => {
  const jsc = { ...options.jsc, baseUrl, paths: compilerOptions.paths };
  module._compile(transformFileSync(file, { ...options, jsc, sourceMaps: 'inline' }).code, file);
};
// Whoever started it may ask for its memory; that alone does not keep it running.
process.on('message', () => process.send(process.memoryUsage.rss()));
process.channel?.unref();
require('../../src/main.ts');
