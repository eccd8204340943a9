// Loaded into a process before it starts: the rows of deleted objects are removed by as few at a time as TEST_REMOVAL_ROWS says,
// and steps of configurations write as few.
const { join } = require('node:path');

const built = join(__dirname, '../../../dist/libs/server/database/src/deletion/row-removal.js');
const { RowRemoval } = require(built);
const { StateApplication } = require(
  join(__dirname, '../../../dist/libs/server/desired-state/src/apply/application.js'),
);
const most = Number(process.env['TEST_REMOVAL_ROWS']);

for (const name of ['removeFirst', 'endSessions', 'removeLeft']) {
  const original = RowRemoval.prototype[name];
  RowRemoval.prototype[name] = function limited(/** @type {unknown[]} */ ...args) {
    this.most = most;
    return original.apply(this, args);
  };
}

const { apply } = StateApplication.prototype;
StateApplication.prototype.apply = function limited(/** @type {unknown[]} */ ...args) {
  this.parts.maxStepRows = most;
  return apply.apply(this, args);
};
