import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ENTRIES = [
  { statement: 'SELECT 1 FROM a WHERE id = $1', kind: 'request', calls: [[1]], file: 'a.json' },
  { family: '^SELECT 2 FROM ', kind: 'request', reason: 'built', file: 'a.json' },
  { function: 'f', statement: 'SELECT 3', kind: 'write', calls: [[]], file: 'functions.json' },
];
const sent = (...statements: string[]) =>
  statements.map((statement) => ({ statement, parameters: [], source: 'libs/server/a/src/a.ts' }));

/** What `tools/scripts/statements.mjs` says, which is a module of its own. */
async function comparisonOf(recorded: readonly object[], isComplete: boolean): Promise<string[]> {
  const [entries, statements] = [JSON.stringify(ENTRIES), JSON.stringify(recorded)];
  const script = `import { comparisonOf } from './statements.mjs';
    console.log(JSON.stringify(comparisonOf(${statements}, ${entries}, ${isComplete})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stdout) as string[];
}

describe('the comparison of what tests have sent with the lists', () => {
  it('finds nothing if all that was sent is listed, and all that is listed was sent', async () => {
    expect(await comparisonOf(sent('SELECT 1  FROM a WHERE id = $1', 'SELECT 2 FROM b'), true)).toEqual([]);
  });

  it('finds what is not listed, once, with the source', async () => {
    const problems = await comparisonOf(sent('DELETE FROM a', 'DELETE FROM a'), false);
    expect(problems).toEqual([
      expect.stringMatching(/not listed.*DELETE FROM a \(sent by libs\/server\/a\/src\/a\.ts\)/),
    ]);
  });

  it('finds what no test sends any more if all tests have run, except for functions of the database', async () => {
    expect(await comparisonOf(sent('SELECT 1 FROM a WHERE id = $1'), true)).toEqual([
      'No test sends a statement any more that a.json lists: ^SELECT 2 FROM ',
    ]);
    expect(await comparisonOf(sent('SELECT 1 FROM a WHERE id = $1'), false)).toEqual([]);
  });
});
