// Results of the test runner, by file.
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} Assertion */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileResult what a file of tests has reported */
/** @typedef {{ testResults: FileResult[] }} Report */

/** @typedef {{ name: string, reason: string }} Failed a test that failed, or a file that failed outside of its tests */

/** Lines that are shown of a reason. */
const MAX_REASON_LINES = 40;

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
 * The tests that failed, and files that failed outside of their tests.
 *
 * @param {Report} report
 * @returns {Failed[]}
 */
export function failuresOf({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message = '', assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ name, reason: shortened(message) }];
      return failed.map(({ fullName, failureMessages = [] }) => ({
        name: `${name}: ${fullName}`,
        reason: shortened(failureMessages.join('\n')),
      }));
    });
}

/** @param {string} message */
function shortened(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
    .slice(0, MAX_REASON_LINES)
    .join('\n');
}
