const { TestEnvironment } = require('jest-environment-node');

/** Tells the hooks after a test whether it has failed. */
module.exports = class extends TestEnvironment {
  /** @param {{ name: string }} event */
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global['hasTestFailed'] = false;
    if (name === 'test_fn_failure') this.global['hasTestFailed'] = true;
  }
};
