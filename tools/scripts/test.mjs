// npm test: installs when needed and runs every check. The last line is `N passed, N failed`: each check counts as one,
// and so does each test of the test runner.
// What rests on the database runs a second time on another PostgreSQL where there is one; what needs a program of the
// system runs where that is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';
import { arePeersRequired, missingPeers, noticeOf, withoutPeers } from './peers.mjs';
import { RESTS_ON_DATABASE, findSecondDatabase } from './second-database.mjs';

const REPORT = join(root, '.cache/test-report.json');

/** @typedef {{ passed: number, failed: number }} Count */

/** Programs whose package has another name. */
const PACKAGES = new Map([['tsc', 'typescript']]);

/** Checks in their order: cheap ones first. */
const checks = () => [
  { name: 'lockfile', command: ['tools/scripts/check-lockfile.mjs'] },
  { name: 'containers', command: ['tools/scripts/check-containers.mjs'] },
  { name: 'description of the interface', command: ['tools/scripts/openapi-lint.mjs'] },
  {
    name: 'format',
    command: bin(
      'prettier',
      '--check',
      '--log-level',
      'warn',
      '--cache',
      '--cache-location',
      '.cache/prettier',
      '.',
    ),
  },
  // Before lint, whose rule of boundaries needs the graph of projects that Nx makes for a build.
  { name: 'build', command: ['tools/scripts/build.mjs'] },
  {
    name: 'lint',
    command: bin('eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint/'),
  },
  {
    name: 'types',
    command: bin('tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', '.cache/tsc.json'),
  },
  { name: 'types of the generated client', command: ['tools/scripts/generate-client.mjs'] },
  { name: 'types of the scripts', command: bin('tsc', '-p', 'tools/scripts/tsconfig.json') },
  { name: 'types of the browser tests', command: bin('tsc', '-p', 'apps/system-e2e/tsconfig.json') },
  { name: 'types of the console', command: bin('tsc', '-p', 'apps/ui/tsconfig.json', '--noEmit') },
  { name: 'size of the console', command: ['tools/scripts/check-bundle.mjs'] },
];

/**
 * A program of node_modules, run by this Node itself: no shell, no lookup in PATH.
 *
 * @param {string} name
 * @param {...string} args
 */
function bin(name, ...args) {
  const folder = join('node_modules', PACKAGES.get(name) ?? name);
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name];
  return [join(folder, path), ...args];
}

/**
 * @param {{ name: string, command: string[] }} check
 * @returns {Count}
 */
function run({ name, command }) {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Tests of jest.config.ts in one run, on the embedded database where nothing else is said.
 *
 * @param {string[]} selection arguments of the test runner
 * @param {Record<string, string>} environment
 * @returns {Count}
 */
function runTests(selection, environment = {}) {
  rmSync(REPORT, { force: true });
  const args = bin('jest', '--ci', '--json', '--outputFile', REPORT, ...selection);
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, SVC_TEST_DATABASE_URL: '', SVC_TEST_POSTGRES_BIN: '', ...environment },
  });
  // Without a report the runner itself broke, and with a file that failed to load its tests were never counted.
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const broken = report.numRuntimeErrorTestSuites + report.numPendingTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken };
}

/**
 * What rests on the database once more, on another one.
 *
 * @param {import('./second-database.mjs').SecondDatabase} database
 * @returns {Count}
 */
function runTestsOn({ name, environment }) {
  const count = runTests(
    ['--selectProjects', 'unit', 'e2e', '--testPathPatterns', ...RESTS_ON_DATABASE],
    environment,
  );
  console.log(`${count.failed === 0 ? '✓' : '✗'} storage, concurrency and revisions on ${name}`);
  return count;
}

const env = {
  ...process.env,
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  NG_CLI_ANALYTICS: 'false',
  CI: 'true',
};

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    installWhenNeeded();
    mkdirSync(join(root, '.cache'), { recursive: true });
    const missing = missingPeers(process.env);
    const counts = [...checks().map(run), runTests(process.argv.slice(2), withoutPeers(missing))];
    const second = findSecondDatabase(process.env);
    if (second) counts.push(runTestsOn(second));
    if (arePeersRequired(process.env)) {
      console.log(`${missing.length === 0 ? '✓' : '✗'} programs beside the proxy and the API`);
      counts.push(missing.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    }
    const passed = counts.reduce((sum, count) => sum + count.passed, 0);
    const failed = counts.reduce((sum, count) => sum + count.failed, 0);
    if (!second)
      console.log(
        '\nThere is no PostgreSQL 15 or newer beside the embedded one: storage, concurrency and revisions were tested on ' +
          'that one alone. Install one, or name a server in SVC_TEST_DATABASE_URL.',
      );
    if (missing.length > 0) console.log(`\n${noticeOf(missing)}`);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  });
}
