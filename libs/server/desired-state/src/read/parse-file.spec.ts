import fc from 'fast-check';
import { finished } from '@gatehouse/request-body';
import { lineOf } from '../message';
import { type FileValue, plainOf, positionOf, shownOf } from './file-value';
import { type ParsedFile, parseFile, parseSteps } from './parse-file';
import { MAX_DEPTH, MAX_VALUES } from './unusable';

const content = ({ content: value, messages }: ParsedFile): FileValue => {
  expect(messages).toEqual([]);
  if (!value) throw new Error('nothing was parsed');
  return value;
};
const parse = (text: string, variables?: Record<string, string>): FileValue =>
  content(parseFile('a.cfg', text, variables));
const refusals = (text: string): string[] =>
  parseFile('a.cfg', text).messages.map((message) => {
    expect(message.severity).toBe('refused');
    return lineOf(message);
  });

describe('a configuration file', () => {
  it.each([
    ['YAML', 'a: {b: [1, x, null, true]}'],
    ['JSON', '{"a":\t{"b":\n[1, "x", null, true]}}'],
    ['YAML with a byte order mark', '\ufeffa: {b: [1, x, ~, yes]}'],
  ])('may be %s', (_, text) => {
    expect(plainOf(parse(text))).toEqual({ a: { b: [1, 'x', null, true] } });
  });

  it('is YAML 1.1, whose words for booleans and numbers earlier software knows', () => {
    const text = 'on: [yes, NO, off, 010, "yes", 0123x]';
    expect(plainOf(parse(text))).toEqual({ true: [true, false, false, 8, 'yes', '0123x'] });
  });

  it('has values that JSON does not have as undefined ones, but dates as texts', () => {
    const value = parse('[.inf, !!binary "YQ==", 2001-01-01]');
    expect(plainOf(value)).toEqual([undefined, undefined, '2001-01-01']);
  });

  it('knows the line and column of each value and name', () => {
    const value = parse('users:\n  - username: jane\n\n  - {username: "bob"}\n');
    if (value.kind !== 'object') throw new Error('no object');
    const users = value.members.get('users');
    const [, bob] = users?.value.kind === 'list' ? users.value.items : [];
    if (bob?.kind !== 'object') throw new Error('no object');
    const name = bob.members.get('username');
    expect(users && positionOf(users.key)).toEqual({ file: 'a.cfg', line: 1, column: 1 });
    expect(positionOf(bob)).toEqual({ file: 'a.cfg', line: 4, column: 5 });
    expect(name && positionOf(name.key)).toEqual({ file: 'a.cfg', line: 4, column: 6 });
    expect(name && positionOf(name.value)).toEqual({ file: 'a.cfg', line: 4, column: 16 });
  });

  it('has its variables replaced in texts and names, and is shown without their values', () => {
    const value = parse('{"a-${NAME}": ["$NAME", "x$OTHER${NAME}", 5]}', {
      NAME: 'secret',
      OTHER: '$NAME',
    });
    expect(plainOf(value)).toEqual({ 'a-secret': ['secret', 'x$NAMEsecret', 5] });
    expect(shownOf(value)).toEqual({ 'a-${NAME}': ['$NAME', 'x$OTHER${NAME}', 5] });
  });

  it.each([
    ['plain YAML', 'a: [x, "${SET} ${NONE}"]\nb:\n  - $NONE\n  - $constructor\n  - pa$Horse\n'],
    [
      'YAML with an alias',
      'a: [&x x, "${SET} ${NONE}"]\nb:\n  - $NONE\n  - $constructor\n  - pa$Horse\nc: *x\n',
    ],
  ])('in %s has a warning for each variable that is not set, where it is first named', (_, text) => {
    const { content: value, messages } = parseFile('a.cfg', text, { SET: '' });
    expect(value && plainOf(value)).toMatchObject({
      a: ['x', ' ${NONE}'],
      b: ['$NONE', '$constructor', 'pa$Horse'],
    });
    expect(messages.map((message) => `${message.severity} ${lineOf(message)}`)).toEqual([
      expect.stringMatching(
        /^warning a\.cfg:1:\d+: The variable NONE is not set: its text stays as it is\. \(configuration_variable_unset\) /,
      ),
      expect.stringMatching(/^warning a\.cfg:4:5: The variable constructor is not set/),
      // It may be a password.
      expect.stringMatching(/^warning a\.cfg:5:5: The variable \$… is not set/),
    ]);
  });

  it('keeps dollar signs without variables', () => {
    expect(plainOf(parse('["$HOME", "${PATH}"]'))).toEqual(['$HOME', '${PATH}']);
  });

  it('does not become YAML by the value of a variable', () => {
    expect(plainOf(parse('{a: "${X}"}', { X: '"}\nb: c' }))).toEqual({ a: '"}\nb: c' });
  });

  it('has y and n as texts, like earlier software', () => {
    expect(plainOf(parse('{y: n, Y: [N, Yes]}'))).toEqual({ y: 'n', Y: ['N', true] });
  });

  it('follows aliases and merges mappings, whose own members count first', () => {
    const text = 'x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}\nz: [*x, "<<"]\nw: {"<<": 1}';
    const one = { a: 1, b: 2 };
    expect(plainOf(parse(text))).toEqual({ x: one, y: { a: 1, b: 3 }, z: [one, '<<'], w: { '<<': 1 } });
  });

  it('has ordinary members that are named like properties of objects', () => {
    const plain = plainOf(parse('{"__proto__": {"a": 1}, "constructor": 2}')) as Record<string, unknown>;
    expect(Object.keys(plain).sort()).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
  });

  it('is the same whether or not its lists are long enough to be divided', () => {
    const entry = (at: number): object => ({ name: `n${at}`, of: [at, { a: null }] });
    const content = { groups: Array.from({ length: 250 }, (_, at) => entry(at)), other: { x: 1 }, last: [1] };
    expect(plainOf(parse(JSON.stringify(content)))).toEqual(content);
    const block = (length: number): string =>
      `# first\n---\ngroups: # of it\n${Array.from({ length }, (_, at) => `  - {name: n${at}, of: [${at}, {a: }]} # ${at}\n`).join('\n')}other: {x: 1}\nlast: [1]\n...\n`;
    expect(plainOf(parse(block(250)))).toEqual(content);
    const { groups } = content;
    expect(
      plainOf(parse(`x: &x\n${block(250).split('# of it\n')[1]}y: *x`.replace('...\n', ''))),
    ).toMatchObject({ x: groups, y: groups });
  });

  it('merges mappings at its root beside divided lists, whose names are its own', () => {
    const list = Array.from({ length: 250 }, (_, index) => `  - ${index}\n`).join('');
    const base = 'x-base: &base {groups: [a], users: [b]}\n';
    for (const text of [`${base}<<: *base\ngroups:\n${list}`, `${base}groups:\n${list}<<: *base\n`]) {
      const { content, messages } = parseFile('a.yml', text);
      expect(messages).toEqual([]);
      const plain = plainOf(content!) as Record<string, unknown[]>;
      expect([plain['groups']?.length, plain['users']]).toEqual([250, ['b']]);
    }
    const twice = parseFile('a.yml', `${base}<<: *base\ngroups:\n${list}groups: []\n`);
    expect(twice.messages).toHaveLength(1);
  });

  it('knows the places of errors behind divided lists', () => {
    const entries = Array.from({ length: 250 }, (_, at) => `  - n${at}\n`).join('');
    expect(refusals(`a:\n${entries}b: {\n`)).toEqual([expect.stringMatching(/^a\.cfg:25[23]:\d+: /)]);
    expect(refusals(`a:\n${entries}b: 1\na: []`)).toEqual([
      expect.stringMatching(/^a\.cfg:253:1: a: The name a is in line 1 already/),
    ]);
    expect(refusals(`a: [${'x, '.repeat(250)}`)).toHaveLength(1);
  });

  it.each([Infinity, 1_000])(
    'is parsed in steps of a few milliseconds, with %s characters at once',
    (maxAtOnce) => {
      const entries = Array.from(
        { length: 5_000 },
        (_, at) => `  - {service: s, user: u${at}, permission: read}\n`,
      );
      const steps = parseSteps('a.cfg', `permissions:\n${entries.join('')}`, { maxAtOnce });
      let count = 0;
      while (!steps.next().done) count += 1;
      expect(count).toBeGreaterThan(5_000 / 50);
    },
  );

  it('may be empty', () => {
    expect(plainOf(parse(''))).toBeNull();
    expect(plainOf(parse('# nothing\n'))).toBeNull();
  });

  it.each([
    ['a: {', /^a\.cfg:1:\d+: .*\(configuration_syntax_invalid\)/],
    ['a: 1\n---\nb: 2', /^a\.cfg:2:1: .*second document/],
    ['a: !!python/object:os.system x', /^a\.cfg:1:4: .*tag/],
    ['{"password": "secret"} {"password": "secret"}', /^(?!.*secret)/],
    ['a: "secret\nb: - secret: x', /^(?!.*secret)/],
    ['a: *nobody', /^a\.cfg:1:4: .*nobody/],
    ['a: 1\nb: 2\na: 3', /^a\.cfg:3:1: a: The name a is in line 1 already\./],
    ['{"a": 1, "a": 2}', /^a\.cfg:1:10: a: The name a is in line 1 already\./],
    ['&a [*a]', /64 levels/],
    [`${'['.repeat(MAX_DEPTH + 5)}${']'.repeat(MAX_DEPTH + 5)}`, /64 levels/],
    ['['.repeat(100_000), /64 levels/],
    ['{a: '.repeat(50_000), /64 levels/],
    ['- '.repeat(50_000), /64 levels/],
    ['? '.repeat(50_000), /64 levels/],
    ['!!x '.repeat(50_000), /64 levels/],
    [Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), /64 levels/],
    ['a: 1\nb: "x\\0"', /^a\.cfg:2:4: .*U\+0000/],
    ['"a\\x00": 1', /^a\.cfg:1:1: .*U\+0000/],
    ['{"a": "\\u0000"}', /^a\.cfg:1:7: .*U\+0000/],
    ['{"a": ["\\uD800"]}', /^a\.cfg:1:8: .*surrogate/],
    ['a: &b "\\uDFFF"', /surrogate/],
  ])('%.40s is refused', (text, message) => {
    expect(refusals(text)).toEqual([expect.stringMatching(message)]);
  });

  it('is refused with a reason in French, by the code of the library', () => {
    const { messages } = parseFile('a.cfg', 'a:\n\tb: 1');
    expect(messages.map(({ detail }) => detail.fr)).toEqual([
      'YAML ou JSON non valide : Les tabulations ne sont pas permises comme indentation',
    ]);
  });

  it('is refused where its aliases would expand to billions of values', () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`,
    );
    expect(refusals(['a0: &a0 x', ...levels].join('\n'))).toEqual([
      expect.stringContaining(`more than ${MAX_VALUES} values`),
    ]);
  });

  it.each([
    ['aliases of a long text', `a: &a ${'x'.repeat(1_000_000)}\nb: [${'*a, '.repeat(100)}]`],
    ['variables with long values', `a: ${'$LONG'.repeat(100)}`],
    ['variables in names', `{${'$LONG'.repeat(100)}: 1}`],
  ])('is refused where its texts would have gigabytes by %s', (_, text) => {
    const { content: none, messages } = parseFile('a.cfg', text, { LONG: 'x'.repeat(1_000_000) });
    expect(none).toBeUndefined();
    expect(messages.map(lineOf)).toEqual([
      expect.stringMatching(
        /^a\.cfg:\d+:\d+: The file has more than 67108864 characters\. \(configuration_too_complex\)/,
      ),
    ]);
  });

  it('in UTF-16 without a byte order mark, which is UTF-8 with control characters, is refused', () => {
    const text = Buffer.from('providers: {a: {url: "http://a", type: api}}\n', 'utf16le').toString('utf8');
    expect(refusals(text)).toEqual([expect.stringMatching(/^a\.cfg:1:2: .*UTF-8/)]);
    expect(refusals('a: 1\nb: "x\u0007"')).toEqual([expect.stringMatching(/^a\.cfg:2:6: /)]);
  });

  it('is read in the same way whether or not the fast reader can read it', () => {
    const parts = [
      ...['a: ', 'b:', '- ', '\n', '\n  ', '\n    ', '\n- ', '\na: ', ' # c', '[', ']', '{', '}', ', '],
      ...[
        'x',
        'yes',
        '010',
        '"q"',
        "'s'",
        '1.5',
        'a:b',
        '~',
        '<<',
        '&a',
        '*a',
        '?',
        '...',
        '---',
        '$X',
        ': ',
      ],
    ];
    const shapes = [
      'a: 1\nb:\n  - c: x\n    d: [y, no]\n',
      '- - a\n  - b: "c"\n',
      '{"a": [1, {"b": null}],\n "c": {}}',
    ];
    const edit = fc.tuple(fc.nat(40), fc.nat(2), fc.constantFrom(...parts));
    const texts = fc.tuple(fc.constantFrom(...shapes, ''), fc.array(edit, { maxLength: 5 }));
    const readings = fc.sample(texts, { numRuns: 3_000, seed: 1 }).map(([shape, edits]) => {
      const text = edits.reduce(
        (before, [at, removed, added]) => before.slice(0, at) + added + before.slice(at + removed),
        shape,
      );
      const variables = { X: 'value' };
      const other = finished(parseSteps('a.cfg', text, { variables, maxAtOnce: 0 }));
      return { text, one: parseFile('a.cfg', text, variables), other };
    });
    const placed = (value: FileValue): unknown => [
      plainOf(value),
      JSON.stringify(value, (key, inner: unknown) =>
        key === 'source' ? 0 : inner instanceof Map ? [...inner] : inner,
      ),
    ];
    for (const { text, one, other } of readings) {
      expect([text, one.messages.length]).toEqual([text, other.messages.length]);
      if (one.content && other.content)
        expect([text, placed(one.content)]).toEqual([text, placed(other.content)]);
    }
    expect(readings.filter(({ one }) => one.content).length).toBeGreaterThan(300);
  });

  it('is compared name by name in linear time', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `n${at}: {}`);
    const value = parse(names.join('\n'));
    expect(value.kind === 'object' && value.members.size).toBe(50_000);
  });
});
