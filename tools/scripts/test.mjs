// npm test: installs when needed and runs every check. The last line is `N passed, N failed`: each check counts as one,
// and so does each test of the test runner.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root, runProgram } from './checkout.mjs';
import { installWhenNeeded } from './install.mjs';

const REPORT = join(root, '.cache/test-report.json');

/** @typedef {{ passed: number, failed: number }} Count */

/** Programs whose package has another name. */
const PACKAGES = new Map([['tsc', 'typescript']]);

/** Checks in their order: cheap ones first. */
const checks = () => [
  { name: 'lockfile', command: ['tools/scripts/check-lockfile.mjs'] },
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
 * Every project of jest.config.ts in one run.
 *
 * @returns {Count}
 */
function runTests() {
  rmSync(REPORT, { force: true });
  const args = bin('jest', '--ci', '--json', '--outputFile', REPORT, ...process.argv.slice(2));
  spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env });
  // Without a report the runner itself broke, and with a file that failed to load its tests were never counted.
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const broken = report.numRuntimeErrorTestSuites + report.numPendingTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken };
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
    const counts = [...checks().map(run), runTests()];
    const passed = counts.reduce((sum, count) => sum + count.passed, 0);
    const failed = counts.reduce((sum, count) => sum + count.failed, 0);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  });
}
