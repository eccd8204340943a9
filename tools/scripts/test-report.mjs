// Results of the test runner, by file.

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ fullName: string, status: string }} Assertion */
/** @typedef {{ name: string, status: string, assertionResults: Assertion[] }} FileResult what a file of tests has reported */
/** @typedef {{ testResults: FileResult[] }} Report */

/** More files than this do not fail by coincidence. */
const MAX_REPEATED_FILES = 5;

/**
 * A test that did not run has not passed, and neither has a file that failed outside of its tests.
 *
 * @param {Report} report
 * @returns {Count}
 */
export function countOf({ testResults }) {
  const count = { passed: 0, failed: 0 };
  for (const file of testResults) {
    const passed = file.assertionResults.filter(({ status }) => status === 'passed').length;
    const others = file.assertionResults.length - passed;
    count.passed += passed;
    count.failed += others > 0 || file.status !== 'failed' ? others : 1;
  }
  return count;
}

/**
 * The files that run again, because they may have failed by coincidence.
 *
 * @param {Report} report
 * @returns {string[]}
 */
export function repeatedFiles({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= MAX_REPEATED_FILES ? failed : [];
}

/**
 * Names of the tests that failed, and of files that failed outside of their tests.
 *
 * @param {Report} report
 * @returns {string[]}
 */
export function failuresOf({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length > 0 ? failed.map(({ fullName }) => `${name}: ${fullName}`) : [name];
    });
}
