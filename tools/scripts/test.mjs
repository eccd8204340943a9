// npm test: installs when needed and runs every check. The last line is `N passed, N failed`: each check counts as one, and
// so does each test of the test runner. What rests on the database runs a second time on another PostgreSQL where there is
// one; what needs a program of the system runs where that is installed. In .ci/run the images are built and run as well.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from './build.mjs';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';
import { runNx, tasksOfLastRun } from './nx.mjs';
import { arePeersRequired, installable, missingPeers, noticeOf, withoutPeers } from './peers.mjs';
import { RESTS_ON_DATABASE, findSecondDatabase } from './second-database.mjs';
import { checkStatements, forgetStatements } from './statements.mjs';
import { writeBatches } from './test-batches.mjs';
import { countOf, failuresOf, repeatedFiles } from './test-report.mjs';

const REPORT = join(root, '.cache/test-report.json');

/** @typedef {import('./test-report.mjs').Count} Count */

/** A check: what `tools:check` of tools/project.json depends on, each entry counting as one. */
/** @typedef {{ name: string, tasks: string[] }} Check */

/** @returns {Check[]} */
function checks() {
  const { targets } = JSON.parse(readFileSync(join(root, 'tools/project.json'), 'utf8'));
  return targets.check.dependsOn.map((/** @type {string | { projects: string[], target: string }} */ entry) =>
    typeof entry === 'string'
      ? { name: entry, tasks: [`tools:${entry}`] }
      : {
          name: `${entry.target} of ${entry.projects.join(', ')}`,
          tasks: entry.projects.map((project) => `${project}:${entry.target}`),
        },
  );
}

/**
 * Runs the checks that have something to check since they passed last, and takes the results of the others from the cache.
 *
 * @returns {Count}
 */
function runChecks() {
  runNx(['run', 'tools:check']);
  const results = new Map(tasksOfLastRun().map((task) => [task.taskId, task]));
  const count = { passed: 0, failed: 0 };
  for (const { name, tasks } of checks()) {
    const found = tasks.map((id) => results.get(id));
    // What was left out, since something that it needs had failed, has not passed.
    const hasPassed = found.every((task) => task?.status === 0);
    count[hasPassed ? 'passed' : 'failed'] += 1;
    console.log(`${hasPassed ? '✓' : '✗'} ${name} (${secondsOf(found).toFixed(1)} s)`);
  }
  return count;
}

/** @param {readonly (import('./nx.mjs').Task | undefined)[]} tasks */
function secondsOf(tasks) {
  const ms = tasks.map((task) => (task ? Date.parse(task.endTime) - Date.parse(task.startTime) : 0));
  return ms.reduce((sum, one) => sum + one, 0) / 1000;
}

/**
 * Builds everything before the tests: some start what is built, while others start programs that build what has changed.
 *
 * @returns {Count}
 */
function runBuild() {
  try {
    build();
    return { passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`✗ ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

/** The environment of the test runner, which tests on the embedded database by default. @param {Record<string, string>} own */
function environmentOf(own) {
  return { ...process.env, CI: 'true', SVC_TEST_DATABASE_URL: '', SVC_TEST_POSTGRES_BIN: '', ...own };
}

/**
 * Tests of jest.config.ts in one run; undefined if the runner itself broke.
 *
 * @param {string[]} selection arguments of the test runner
 * @param {Record<string, string>} environment
 * @returns {import('./test-report.mjs').Report | undefined}
 */
function reportOf(selection, environment) {
  rmSync(REPORT, { force: true });
  const args = ['node_modules/jest/bin/jest.js', '--ci', '--json', '--outputFile', REPORT, ...selection];
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentOf(environment),
  });
  return existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : undefined;
}

/**
 * Tests of jest.config.ts. A few files of which a test has failed run once more, by themselves, to say which failures depend on
 * time or order. The first results count.
 *
 * @param {string[]} selection arguments of the test runner
 * @param {Record<string, string>} environment
 * @returns {Count}
 */
function runTests(selection, environment) {
  const first = reportOf(selection, environment);
  if (!first) return { passed: 0, failed: 1 };
  const count = finished(first);
  const repeated = repeatedFiles(first);
  if (repeated.length === 0) return count;
  const paths = repeated.map((file) => relative(root, file).split(sep).join('/'));
  console.log(`Running again, by themselves:\n${paths.map((path) => `- ${path}`).join('\n')}`);
  const patterns = paths.map((path) => `${path.replaceAll('.', '\\.')}$`);
  const second = reportOf([...selection, '--testPathPatterns', ...patterns, '--runInBand'], environment);
  if (!second) return count;
  const again = new Set(failuresOf(second).map(({ name }) => name));
  unreliable.push(
    ...failuresOf(first)
      .map(({ name }) => name)
      .filter((name) => !again.has(name)),
  );
  return count;
}

/** @type {import('./test-report.mjs').Failed[]} */
const failures = [];
/** Names of those that passed when they ran again. @type {string[]} */
const unreliable = [];

/** @param {import('./test-report.mjs').Report} report @returns {Count} */
function finished(report) {
  failures.push(...failuresOf(report));
  return countOf(report);
}

/** @param {string} what @param {readonly string[]} entries names, with reasons below them or without */
function printEntries(what, entries) {
  if (entries.length === 0) return;
  const lines = entries.map(
    (entry) => `- ${entry.replaceAll(`${root}${sep}`, '').replaceAll('\n', '\n    ')}`,
  );
  console.log(`\n${what}:\n${lines.join('\n')}`);
}

/**
 * All tests, those in the browser file by file and the others in batches; with a selection only what it selects, file by file.
 *
 * @param {string[]} selection arguments of the test runner
 * @param {Record<string, string>} environment
 * @returns {Count}
 */
function runAllTests(selection, environment) {
  if (selection.length > 0) {
    const report = reportOf(selection, environment);
    return report ? finished(report) : { passed: 0, failed: 1 };
  }
  writeBatches('batches', ['--selectProjects', 'unit', 'e2e'], environmentOf(environment));
  writeBatches('ui-batches', ['--selectProjects', 'ui'], environmentOf(environment));
  return runTests(['--selectProjects', 'batches', 'ui-batches', 'browser'], {
    ...environment,
    SVC_TEST_BATCHES: '1',
  });
}

/**
 * What rests on the database once more, on another one.
 *
 * @param {import('./second-database.mjs').SecondDatabase} database
 * @returns {Count}
 */
function runTestsOn({ name, environment }) {
  writeBatches(
    'batches',
    ['--selectProjects', 'unit', 'e2e', '--testPathPatterns', ...RESTS_ON_DATABASE],
    environmentOf(environment),
  );
  const count = runTests(['--selectProjects', 'batches'], { ...environment, SVC_TEST_BATCHES: '1' });
  console.log(`${count.failed === 0 ? '✓' : '✗'} storage, concurrency and revisions on ${name}`);
  return count;
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    installWhenNeeded();
    mkdirSync(dirname(REPORT), { recursive: true });
    const missing = missingPeers(process.env);
    const selection = process.argv.slice(2);
    forgetStatements();
    const counts = [runChecks(), runBuild(), runAllTests(selection, withoutPeers(missing))];
    const second = findSecondDatabase(process.env);
    if (second) counts.push(runTestsOn(second));
    const areListed = checkStatements(selection.length === 0);
    console.log(`${areListed ? '✓' : '✗'} statements of the product are listed`);
    counts.push(areListed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    if (arePeersRequired(process.env)) {
      const isComplete = installable(missing).length === 0;
      console.log(`${isComplete ? '✓' : '✗'} programs beside the proxy and the API`);
      counts.push(isComplete ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    }
    // They need root, packages that .ci/run installs, and some of npm, which are installed by now.
    const { checkImages, noticeOf: noticeOfImages } = await import('./images.mjs');
    const images = process.env['SVC_TEST_IMAGES'] === '1' ? await checkImages() : undefined;
    if (images) counts.push(images);
    const passed = counts.reduce((sum, count) => sum + count.passed, 0);
    const failed = counts.reduce((sum, count) => sum + count.failed, 0);
    if (!second)
      console.log(
        '\nThere is no PostgreSQL 15 or newer beside the embedded one: storage, concurrency and revisions were tested on ' +
          'that one only. Install one, or name a server in SVC_TEST_DATABASE_URL.',
      );
    if (missing.length > 0) console.log(`\n${noticeOf(missing)}`);
    if (images?.notRun) console.log(`\n${noticeOfImages(images.notRun)}`);
    // The output before it may be long, or shortened.
    printEntries(
      'Failed',
      failures.map(({ name, reason }) => `${name}\n${reason}`),
    );
    printEntries('Of these, passed when run again', unreliable);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  });
}
