import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsIn } from './fixtures/named-tests';

const folder = join(__dirname, '../../docs');
const text = readFileSync(join(folder, 'security-cases.md'), 'utf8');

/** The rows of all tables, without their heads. */
const rows = [...text.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)]
  .map(([, name = '', proof = '']) => ({ name, proof }))
  .filter(({ name }) => name !== 'Case' && !/^-+$/.test(name));
const files = new Map(
  [...text.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, name = '', path = '']) => [name, path]),
);
const PROOF = /\[([\w-]+)\] “([^”]+)”/g;
const named = rows.flatMap(({ proof }) =>
  [...proof.matchAll(PROOF)].map(([, file = '', sentence = '']) => [file, sentence] as const),
);

describe('the table of security cases', () => {
  it('lists the tests of each case, or the measurement that covers it', () => {
    expect(rows.length).toBeGreaterThan(50);
    const unproven = rows.filter(
      ({ proof }) => proof.replace(PROOF, '').replaceAll('; ', '') !== '' && !/^comes with /.test(proof),
    );
    expect(unproven).toEqual([]);
  });

  it('lists exactly the files that it uses', () => {
    expect([...files.keys()].sort()).toEqual([...new Set(named.map(([file]) => file))].sort());
  });

  it.each([...files])('names existing tests of %s', (file, path) => {
    const tests = testsIn(join(folder, path));
    const missing = named
      .filter(([of]) => of === file)
      .filter(([, sentence]) => !tests.some((test) => test === sentence || test.endsWith(` › ${sentence}`)));
    expect(missing).toEqual([]);
  });
});

describe('the tests of a file', () => {
  it('have the names of their blocks, and do not include skipped tests', () => {
    const source = [
      `describe('one', () => { it('is'.concat(''), f); it('is so', f); it.skip('was', f); it.todo('will be');`,
      `describe.each(x)('of %s', () => { it.each([['it']])('is %s', f); test.each\`a\`('too', f); xit('was', f); }); });`,
      `describe.skip('other', () => { it('is not', f); });`,
      `// it('is a comment', f);`,
    ].join('\n');
    expect(testsIn('file.spec.ts', source)).toEqual([
      'one › is so',
      'one › of %s › is %s',
      'one › of %s › too',
    ]);
  });
});
