import type { QueryRunner } from 'typeorm';
import { type Execution, executionOf } from './execution';
import type { Entry } from './list.cjs';
import { type Values, resolved } from './values';

/** Pages of tables and indexes that a statement may read to find one row; each level of an index is one. */
const MAX_PAGES = 100;
/** Pages for each further row that it returns: the levels of indexes on two or three tables. */
const MAX_PAGES_OF_ROW = 10;
/** Pages for each row that it writes: those of all indexes of its table, and those for keys and triggers. */
const MAX_PAGES_OF_WRITTEN_ROW = 20;
/** Rows of growing tables that may be looked at for each that is returned or written. */
const MAX_EXAMINED_OF_ROW = 5;

/** Statements that change rows, also those that begin with `WITH`. */
const WRITES = /^(?:INSERT|UPDATE|DELETE)\b|^WITH\b.*\b(?:INSERT|UPDATE|DELETE)\b/;

export function isWrite({ statement = '' }: Entry): boolean {
  return WRITES.test(statement);
}

/**
 * What is wrong with an execution of a statement that reads `rows` rows, or as many as it returns; undefined if it is as cheap as that: it neither
 * scans a table that grows nor an index of it.
 */
export function problemOf(
  { pages, written, examined, scanned, ...execution }: Execution,
  rows = execution.rows,
): string | undefined {
  const maxPages = MAX_PAGES + Math.max(0, rows - 1) * MAX_PAGES_OF_ROW + written * MAX_PAGES_OF_WRITTEN_ROW;
  const maxExamined = (rows + written) * MAX_EXAMINED_OF_ROW;
  const problems = [
    ...(pages > maxPages ? [`reads ${pages} pages, at most ${maxPages}`] : []),
    ...(examined > MAX_PAGES + maxExamined
      ? [`looks at ${examined} rows, at most ${MAX_PAGES + maxExamined}`]
      : []),
    // Of a page that is most of the table, the planner reads all.
    ...(scanned.length > 0 && examined > maxExamined ? [`scans ${scanned.join(', ')}`] : []),
  ];
  return problems.length > 0 ? problems.join('; ') : undefined;
}

/** What is wrong with the calls of a listed statement, as lines; nothing for a rare one. */
export async function problemsOfEntry(runner: QueryRunner, entry: Entry, values: Values): Promise<string[]> {
  const { statement, kind, name, calls = [], reads, before } = entry;
  if (statement === undefined || kind === 'rare') return [];
  const problems: string[] = [];
  for (const call of calls) {
    const parameters = call.map((parameter) => resolved(parameter, values));
    for (const isGeneric of name === undefined ? [false] : [false, true]) {
      const execution = await executionOf(runner, {
        ...{ statement, parameters, isGeneric, needsRevision: isWrite(entry) },
        ...(before && { before }),
      });
      const rows = reads === undefined ? undefined : await rowsOf(runner, reads, parameters);
      const problem = problemOf(execution, rows && Math.max(rows, execution.rows));
      if (problem !== undefined)
        problems.push(
          `${problem}${isGeneric ? ', as a prepared statement' : ''}: ${statement} ${JSON.stringify(call)}`,
        );
    }
  }
  return problems;
}

/** The value of the SQL that an entry states. */
async function rowsOf(runner: QueryRunner, reads: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = (await runner.query(
    `SELECT (${reads})::integer AS rows`,
    reads.includes('$') ? [...parameters] : [],
  )) as [{ rows: number }];
  return row.rows;
}
