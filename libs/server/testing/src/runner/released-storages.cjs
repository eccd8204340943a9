// After each test file: releases the asynchronous storages that its modules have used. Otherwise each of them costs time whenever a
// promise is made, in all later files of the same process, which then take several times as long.
const { AsyncLocalStorage } = require('node:async_hooks');

const USED = Symbol.for('gatehouse.used-storages');
const prototype = /** @type {any} */ (AsyncLocalStorage.prototype);

// Once in a process: its test files share the class.
if (!prototype[USED]) {
  /** @type {Set<AsyncLocalStorage<unknown>>} */
  const used = new Set();
  prototype[USED] = used;
  const { run } = prototype;
  prototype.run = function noted(/** @type {unknown[]} */ ...args) {
    used.add(this);
    return run.apply(this, args);
  };
}

afterAll(() => {
  for (const storage of prototype[USED]) storage.disable();
  prototype[USED].clear();
});
