// Batches of test files. The test runner loads every module again for each test file, which takes longer than most files
// themselves; the files of a batch share one load. `npm test` runs batches, `npx jest` single files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Failure, root } from './checkout.mjs';

/** Where batches are written, below folders with the names of the projects of jest.config.ts that run them. */
const WRITTEN = join(root, 'test-output');

/** Maximum number of files of a batch: modules that a batch loads remain in memory until its end. */
const MAX_FILES = 20;

/** Files that load the same modules, by the beginning of their path. All others are a group, too. */
const GROUPS = [
  'apps/api/e2e/',
  'apps/api/src/',
  'apps/cli/e2e/',
  'apps/proxy/e2e/',
  'apps/proxy/src/',
  'apps/ui/src/app/',
  'libs/server/',
  'tools/',
];

/** What replaces modules or the clock affects all files that are loaded with it. */
const NEEDS_OWN_LOAD = /\bjest\s*\.\s*(?:mock|doMock|useFakeTimers|resetModules|isolateModules)\b/;

/**
 * Divides test files into batches of similar lengths. Neighbours in a folder are often of the same kind, and as slow as each
 * other: they are put into different batches.
 *
 * @param {readonly string[]} files paths below the checkout, with slashes
 * @param {(file: string) => string} textOf
 * @returns {string[][]}
 */
export function batchesOf(files, textOf) {
  const alone = files.filter((file) => NEEDS_OWN_LOAD.test(textOf(file)));
  const groups = new Map();
  for (const file of files.filter((each) => !alone.includes(each)).sort()) {
    const group = GROUPS.find((prefix) => file.startsWith(prefix)) ?? '';
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  const shared = [...groups.values()].flatMap((/** @type {string[]} */ members) => {
    const count = Math.ceil(members.length / MAX_FILES);
    return Array.from({ length: count }, (_, at) => members.filter((_file, index) => index % count === at));
  });
  return [...shared, ...alone.map((file) => [file])];
}

/**
 * The program of a batch. The tests of a file are below the path of the file.
 *
 * @param {readonly string[]} files paths below the checkout, with slashes
 */
export function programOf(files) {
  const lines = files.map((file) => `describe('${file}', () => void require('../../${file}'));`);
  return `${lines.join('\n')}\n`;
}

/**
 * Writes batches of the tests of projects of jest.config.ts.
 *
 * @param {'batches' | 'ui-batches'} project the project that runs them
 * @param {readonly string[]} selection arguments of the test runner that select projects and files
 * @param {NodeJS.ProcessEnv} env
 */
export function writeBatches(project, selection, env) {
  const args = ['node_modules/jest/bin/jest.js', '--listTests', '--json', ...selection];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  const listed = /^\[.*\]$/m.exec(stdout ?? '')?.[0];
  if (status !== 0 || !listed) throw new Failure('The test runner does not list the tests.');
  const files = JSON.parse(listed).map((/** @type {string} */ path) =>
    relative(root, path).split(sep).join('/'),
  );
  const batches = batchesOf(files, (file) => readFileSync(join(root, file), 'utf8'));
  const folder = join(WRITTEN, project);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  batches.forEach((batch, index) =>
    writeFileSync(join(folder, `batch-${String(index + 1).padStart(2, '0')}.js`), programOf(batch)),
  );
}
