import { execFileSync } from 'node:child_process';

interface Report {
  readonly testResults: readonly Pick<ReturnType<typeof file>, 'name' | 'status'>[];
}

/** What a function of the module returns. */
function call(name: string, ...values: readonly unknown[]): unknown {
  const script = `import { ${name} } from './test-report.mjs';
    console.log(JSON.stringify(${name}(...${JSON.stringify(values)})));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' }));
}

const countOf = (report: Report) => call('countOf', report);
const failuresOf = (report: Report) => call('failuresOf', report);
const repeatedFiles = (report: Report) => call('repeatedFiles', report);

function file(name: string, ...statuses: string[]) {
  const failed = statuses.some((status) => status === 'failed');
  return {
    name,
    status: failed ? 'failed' : 'passed',
    assertionResults: statuses.map((status, at) => ({ fullName: `test ${at + 1}`, status })),
  };
}

const brokenFile = { name: 'broken.js', status: 'failed', assertionResults: [] };

describe('the report of the tests', () => {
  it('counts a test that did not run as failed', () => {
    expect(countOf({ testResults: [file('a.js', 'passed', 'failed', 'pending')] })).toEqual({
      passed: 1,
      failed: 2,
    });
  });

  it('counts a file that failed outside of its tests', () => {
    const hookFailed = { ...file('b.js', 'passed'), status: 'failed' };
    expect(countOf({ testResults: [brokenFile, hookFailed] })).toEqual({ passed: 1, failed: 2 });
  });

  it('names tests and files that failed, and says why', () => {
    const failing = file('a.js', 'passed', 'failed');
    const message = `\u001b[31mError: no\u001b[39m\n\n    at a.ts:3\n    at run (node_modules/jest/run.js:1)${'\n  - one'.repeat(40)}`;
    const assertionResults = failing.assertionResults.map((one) => ({ ...one, failureMessages: [message] }));
    const testResults = [
      { ...failing, assertionResults },
      { ...brokenFile, message: 'Cannot find it.' },
      file('c.js', 'passed'),
    ];
    expect(failuresOf({ testResults })).toEqual([
      { name: 'a.js: test 2', reason: `Error: no\n    at a.ts:3${'\n  - one'.repeat(38)}` },
      { name: 'broken.js', reason: 'Cannot find it.' },
    ]);
  });

  it('has the files that run again', () => {
    expect(
      repeatedFiles({ testResults: [file('a.js', 'failed'), file('b.js', 'passed'), brokenFile] }),
    ).toEqual(['a.js', 'broken.js']);
  });

  it('has no file that runs again if many failed', () => {
    const testResults = Array.from({ length: 6 }, (_, at) => file(`${at}.js`, 'failed'));
    expect(repeatedFiles({ testResults })).toEqual([]);
  });
});
