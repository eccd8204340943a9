// The main program of the API or the proxy, which tests start as a process, out of its sources:
//   node run-main.cjs apps/api/src/main.ts
const { transformFileSync } = require('@swc/core');
const { join } = require('node:path');

require('../../../../libs/server/testing/src/statements/in-process.cjs');

const root = join(__dirname, '../../../..');
const configFile = join(root, '.swcrc');
require.extensions['.ts'] = (module, file) => {
  module._compile(transformFileSync(file, { configFile, sourceMaps: 'inline' }).code, file);
};
require('reflect-metadata');
require(join(root, process.argv[2]));
