const single = require('./jest.config.cjs');

/** The console's tests as `npm test` runs them. Reference: tools/scripts/test-batches.mjs. */
module.exports = {
  ...single,
  displayName: 'ui-batches',
  roots: [...single.roots, '<rootDir>/../../test-output/ui-batches'],
  testMatch: ['<rootDir>/../../test-output/ui-batches/*.js'],
};
