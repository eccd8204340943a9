const { default: Sequencer } = require('@jest/test-sequencer');

/** Long files first, so that at the end all processes of the test runner have work; those of the console are short. */
const ORDER = ['browser', 'batches', 'unit', 'e2e', 'ui-batches', 'ui'];

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const rank = (/** @type {import('@jest/test-result').Test} */ test) =>
      ORDER.indexOf(test.context.config.displayName?.name ?? '');
    // The sort is stable: within a kind the order of Jest remains, which is by earlier durations and sizes.
    return [...(await super.sort(tests))].sort((left, right) => rank(left) - rank(right));
  }
};
