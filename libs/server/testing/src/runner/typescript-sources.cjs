// Lets a process load sources in TypeScript, as the build compiles them: for programs of tests that start API or proxy.
const { transformFileSync } = require('@swc/core');
const Module = require('node:module');
const { join } = require('node:path');

const configFile = join(__dirname, '../../../../../.swcrc');

require.extensions['.ts'] = (/** @type {any} */ module, file) => {
  module._compile(transformFileSync(file, { configFile, sourceMaps: 'inline' }).code, file);
};

const { _resolveFilename: resolve } = /** @type {any} */ (Module);

/** What a source imports while it runs is named as it is after the build. */
/** @type {any} */ (Module)._resolveFilename = (
  /** @type {string} */ request,
  /** @type {unknown[]} */ ...rest
) => {
  try {
    return resolve(request, ...rest);
  } catch (error) {
    if (!/^\..*\.js$/.test(request)) throw error;
    return resolve(request.slice(0, -'.js'.length), ...rest);
  }
};
