// node tools/scripts/statements.mjs: compares the statements that the last tests have sent with the lists in
// libs/server/testing/statements. `--write` adds those that are not listed. See CONTRIBUTING.md, "Statements".
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isProgram, root, runProgram } from './checkout.mjs';

const { LISTS, StatementList, normalForm, problemsOf, readLists } = createRequire(import.meta.url)(
  '../../libs/server/testing/src/statements/list.cjs',
);

/** Where each process of the tests has written a file. */
const FOLDER = join(root, 'test-output/statements');

/** @typedef {import('../../libs/server/testing/src/statements/list.cjs').Recorded} Recorded */
/** @typedef {import('../../libs/server/testing/src/statements/list.cjs').Entry} Entry */

/** Before tests of which all are to be compared. */
export function forgetStatements(folder = FOLDER) {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * What the processes have written; the last line of one that was killed may be incomplete.
 *
 * @returns {Recorded[]}
 */
function recordedIn(folder = FOLDER) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line)),
  );
}

/**
 * What does not fit: statements that are not listed and, if `isComplete`, those that no test sends any more.
 *
 * @param {readonly Recorded[]} recorded
 * @param {readonly Entry[]} entries
 * @param {boolean} isComplete whether all tests have run
 * @returns {string[]}
 */
export function comparisonOf(recorded, entries, isComplete) {
  const list = new StatementList(entries);
  const problems = new Set(problemsOf(recorded, list));
  if (!isComplete) return [...problems];
  const sent = new Set(recorded.map(({ statement }) => list.find(statement)));
  for (const entry of entries) {
    if (entry.function === undefined && !sent.has(entry))
      problems.add(
        `No test sends a statement any more that ${entry.file} lists: ${entry.statement ?? entry.family}`,
      );
  }
  return [...problems];
}

/**
 * Compares what was recorded with the lists, and prints what does not fit.
 *
 * @param {boolean} isComplete whether all tests have run
 * @returns {boolean} whether all of it fits
 */
export function checkStatements(isComplete) {
  const problems = comparisonOf(recordedIn(), readLists(), isComplete);
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}

/** The list of the library that has sent a statement. @param {string} source */
const listOf = (source) => `${/^(?:libs\/server|apps)\/([\w-]+)\//.exec(source)?.[1] ?? 'other'}.json`;

/** Adds what is not listed; its kind and the parameters that are explained have to be stated by hand. */
function addUnlisted() {
  const list = new StatementList(readLists());
  /** @type {Map<string, Recorded>} */
  const unlisted = new Map();
  for (const one of recordedIn()) if (!list.find(one.statement)) unlisted.set(normalForm(one.statement), one);
  for (const { statement, parameters, source, name } of unlisted.values()) {
    const path = join(LISTS, listOf(source));
    const entries = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
    entries.push({ statement, kind: '?', ...(name && { name }), calls: [parameters] });
    writeFileSync(path, `${JSON.stringify(entries, null, 2)}\n`);
    console.log(`${listOf(source)}: ${statement}`);
  }
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    if (process.argv.includes('--write')) addUnlisted();
    else process.exitCode = checkStatements(false) ? 0 : 1;
  });
}
