// Records the statements of a process that tests start: `node --require …/in-process.cjs`. The driver is replaced when it is loaded.
const Module = require('node:module');
const { recordDriver, recordMapper } = require('./recorder.cjs');

const RECORDERS = { pg: recordDriver, typeorm: recordMapper };

const loader = /** @type {any} */ (Module);
const load = loader._load;
loader._load = function recorded(/** @type {string} */ request, /** @type {unknown[]} */ ...others) {
  const loaded = load.call(this, request, ...others);
  const record = RECORDERS[/** @type {keyof typeof RECORDERS} */ (request)];
  return record ? record(loaded) : loaded;
};
