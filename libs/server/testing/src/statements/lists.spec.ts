import { listing } from '../../../audit/src/listing-sql';
import { languageProblems } from './language';
import { type Entry, StatementList, normalForm, problemsOf, readLists } from './list.cjs';

const ENTRIES = readLists();
const KINDS = ['request', 'write', 'feed', 'job', 'rare'];

const about = ({ file, statement, family }: Entry): string => `${file}: ${statement ?? family}`;

describe('the lists of statements', () => {
  it('have a kind for each statement, and the reason of those that are rare or a family', () => {
    expect(ENTRIES.filter(({ kind }) => !KINDS.includes(kind)).map(about)).toEqual([]);
    const unexplained = ENTRIES.filter(({ kind, family, reason }) => (kind === 'rare' || family) && !reason);
    expect(unexplained.map(about)).toEqual([]);
  });

  it('have calls of each statement that is not rare', () => {
    const uncalled = ENTRIES.filter(
      ({ kind, family, calls = [] }) => kind !== 'rare' && !family && calls.length === 0,
    );
    expect(uncalled.map(about)).toEqual([]);
  });

  it('have each statement once', () => {
    const forms = ENTRIES.filter((entry) => entry.function === undefined).flatMap(({ statement }) =>
      statement === undefined ? [] : normalForm(statement),
    );
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  });

  it('have no statement that folds or sorts names by the language of the database', () => {
    const filters = [
      {},
      { actor: 'ada' },
      { actor: 'ada', byRevision: true },
      { object: { kind: 'user', id: 1 } as const },
    ];
    const statements = [
      ...ENTRIES.flatMap(({ statement }) => statement ?? []),
      ...filters.map((filter) => listing(filter, 1).sql),
    ];
    const problems = statements.flatMap((statement) =>
      languageProblems(statement).map((problem) => `${problem}: ${statement}`),
    );
    expect(problems).toEqual([]);
  });
});

describe('a statement', () => {
  it.each([
    ['white space', 'SELECT 1\n  FROM users WHERE id = $1', 'SELECT 1 FROM users WHERE id=$1'],
    ['the number of elements', 'DELETE FROM a WHERE id IN ($1, $2, $3)', 'DELETE FROM a WHERE id IN ($1)'],
    [
      'the number of rows',
      'INSERT INTO a (b, c) VALUES ($1, DEFAULT), ($2, $3)',
      'INSERT INTO a (b, c) VALUES ($1, $2)',
    ],
    ['the length of a page', 'SELECT 1 FROM a LIMIT 1000', 'SELECT 1 FROM a LIMIT 3'],
    [
      'the columns of an update',
      'UPDATE a SET "b" = $1, "c" = $2 WHERE id = $3',
      'UPDATE a SET "d" = $1 WHERE id = $2',
    ],
  ])('is the same whatever %s', (_, one, other) => {
    expect(normalForm(one)).toBe(normalForm(other));
  });

  it.each([
    ['another column', 'SELECT 1 FROM users WHERE id = $1', 'SELECT 1 FROM users WHERE name = $1'],
    ['another order', 'SELECT 1 FROM a ORDER BY b LIMIT 1', 'SELECT 1 FROM a ORDER BY c LIMIT 1'],
    ['a value of its own', "SELECT 1 FROM a WHERE state = 'x'", "SELECT 1 FROM a WHERE state = 'y'"],
  ])('is another one with %s', (_, one, other) => {
    expect(normalForm(one)).not.toBe(normalForm(other));
  });

  const list = new StatementList([
    { statement: 'SELECT 1 FROM users WHERE id = $1', kind: 'request', calls: [[1]], file: 'a.json' },
    { statement: 'SELECT 2 FROM users', kind: 'feed', name: 'two', calls: [[]], file: 'a.json' },
    { family: '^SELECT 3 FROM .* ORDER BY id$', kind: 'request', reason: 'built', file: 'a.json' },
  ]);
  const sent = (statement: string, name?: string) => [
    { statement, parameters: [], source: 'a.ts', ...(name && { name }) },
  ];

  it.each([
    ['is listed', sent('SELECT 1  FROM users WHERE id = $1')],
    ['is of a listed family', sent('SELECT 3 FROM a WHERE b = $1 ORDER BY id')],
    ['is prepared under the listed name', sent('SELECT 2 FROM users', 'two')],
  ])('that %s is in order', (_, recorded) => {
    expect(problemsOf(recorded, list)).toEqual([]);
  });

  it.each([
    ['is not listed', sent('SELECT 1 FROM groups'), /^A statement is not listed/],
    ['is prepared without being listed so', sent('SELECT 1 FROM users WHERE id = $1', 'one'), /another name/],
    ['is no longer prepared', sent('SELECT 2 FROM users'), /another name/],
  ])('that %s is reported, with the file that has sent it', (_, recorded, message) => {
    expect(problemsOf(recorded, list)).toEqual([expect.stringMatching(message)]);
    expect(problemsOf(recorded, list)[0]).toContain('a.ts');
  });

  it.each([
    'SELECT 1 FROM users WHERE lower(name) = lower($1 COLLATE "C")',
    'SELECT 1 FROM users WHERE name ILIKE $1',
    'SELECT 1 FROM users WHERE email ~* $1',
    'SELECT name FROM users ORDER BY name',
    'SELECT name FROM users ORDER BY id, name DESC LIMIT 1',
    'SELECT "u"."name" AS "u_name" FROM "users" "u" ORDER BY "u"."name" ASC LIMIT 1',
    'SELECT 1 FROM (SELECT name FROM groups ORDER BY g.name) g ORDER BY id',
    'SELECT row_number() OVER (PARTITION BY id ORDER BY email) FROM users',
    'SELECT DISTINCT ON (name) id FROM users ORDER BY name COLLATE "C"',
    'SELECT 1 FROM users WHERE name > $1 ORDER BY name COLLATE "C"',
    'SELECT 1 FROM revisions ORDER BY r.actor_name',
  ])('that uses the language of the database for names is found: %s', (statement) => {
    expect(languageProblems(statement)).not.toEqual([]);
  });

  it.each([
    'SELECT 1 FROM users WHERE lower(name COLLATE "C") = lower($1 COLLATE "C") ORDER BY name = $1 DESC LIMIT 1',
    'SELECT name FROM users WHERE name COLLATE "C" > $1 ORDER BY name COLLATE "C", id LIMIT $2',
    'SELECT lower(display_name) FROM resources ORDER BY ordering',
    `SELECT c.before ->> 'name' FROM changes c ORDER BY c.revision, c.id`,
  ])('that does not is not: %s', (statement) => {
    expect(languageProblems(statement)).toEqual([]);
  });
});
