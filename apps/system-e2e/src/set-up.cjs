// Run once before the browser tests: starts the database server of the tests, and finds the browser. It is not compiled, and can
// load both the modules of the tests and those of Node.
const startDatabase = require('../../../libs/server/testing/src/runner/start-database.ts');

module.exports = async function setUp() {
  await startDatabase.default();
  const { default: prepare } = await import('./prepare.mjs');
  await prepare();
};
