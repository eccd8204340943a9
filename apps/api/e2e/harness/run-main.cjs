// The main program of the API or the proxy, which tests start as a process, out of its sources:
//   node run-main.cjs apps/api/src/main.ts
const { join } = require('node:path');

require('../../../../libs/server/testing/src/statements/in-process.cjs');
require('../../../../libs/server/testing/src/runner/typescript-sources.cjs');

require('reflect-metadata');
require(join(__dirname, '../../../..', process.argv[2]));
