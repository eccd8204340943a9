import { pathologicalPatterns } from '@gatehouse/conformance';
import {
  MAX_PATTERN_SIZE,
  MAX_MATCHED_TEXT_LENGTH,
  MAX_PATTERN_LENGTH,
  PatternList,
  isPatternProblem,
} from '@gatehouse/service-types';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { patternEngine } from './pattern-engine';

function compiled(source: string, ignoreCase = false) {
  const pattern = patternEngine.compile(source, { ignoreCase });
  if (isPatternProblem(pattern)) throw new Error(`${source} is refused: expected ${pattern.expected}`);
  return pattern;
}

const isAccepted = (source: string) => !isPatternProblem(patternEngine.compile(source));

describe('a pathological pattern', () => {
  const all = pathologicalPatterns();

  it.each(all.map((one) => [one.name, one] as const))('is dealt with: %s', (_name, { pattern, ...one }) => {
    for (const ignoreCase of [true, false]) {
      expect(!isPatternProblem(patternEngine.compile(pattern, { ignoreCase }))).toBe(one.accepted);
    }
    if (one.accepted) expect(compiled(pattern, true).matchWhole(one.text) !== undefined).toBe(one.matches);
  });

  it('has a text against which it may be matched', () => {
    for (const { accepted, text } of all) {
      if (accepted) expect(text.length).toBeLessThanOrEqual(MAX_MATCHED_TEXT_LENGTH);
    }
  });
});

describe('a pattern', () => {
  it.each([
    ['its own anchors', '^/a/b$', '/a/b', {}],
    ['alternatives, as a whole', 'a|ab', 'ab', {}],
    ['groups', '/jobs/(?<id>[^/]+)(?<rest>/.*)?', '/jobs/7', { id: '7', rest: undefined }],
    ['groups as RE2 and Python name them', '/(?P<id>.+)', '/7', { id: '7' }],
    ['a code point as JavaScript escapes it', '\\u00e9\\u{1f600}\\ud83d\\ude00', 'é😀😀', {}],
    ['an escaped backslash before such letters', '\\\\u0041', '\\u0041', {}],
    ['quoted text', '\\Q\\u0041.*\\E', '\\u0041.*', {}],
  ])('may have %s', (_what, source, text, captures) => {
    expect(compiled(source).matchWhole(text)).toEqual(captures);
  });

  it('matches the whole text or its start, never something within', () => {
    const pattern = compiled('b+');
    expect([pattern.matchWhole('bb'), pattern.matchWhole('abb'), pattern.matchWhole('bba')]).toEqual([
      {},
      undefined,
      undefined,
    ]);
    expect([pattern.matchStart('bba'), pattern.matchStart('abb')]).toEqual(['bb', undefined]);
  });

  it('prefers alternatives in their order and repetitions as they are written, at the start of a text', () => {
    expect([
      compiled('a|ab').matchStart('ab'),
      compiled('a+?').matchStart('aa'),
      compiled('a*').matchStart('b'),
    ]).toEqual(['a', 'a', '']);
  });

  it.each([
    ['É', 'é'],
    ['[α-ω]+', 'ΑΣς'],
    ['\\p{Lu}', 'ж'],
    ['straße', 'STRASSE'],
    ['k', '\u212a'],
  ])('without regard to case, %s is compared with %s as JavaScript does', (source, text) => {
    expect(compiled(source, true).matchWhole(text) !== undefined).toBe(
      new RegExp(`^(?:${source})$`, 'iu').test(text),
    );
    expect(compiled(source).matchWhole(text)).toBeUndefined();
  });

  it('that is rejected is described by the missing feature of the engine, and not repeated', () => {
    expect(patternEngine.compile('secret(?=x)')).toEqual({
      expected: expect.stringMatching(
        /^a regular expression in the syntax of RE2, which has neither lookaround/,
      ),
    });
    expect(JSON.stringify(patternEngine.compile('secret(?=x)'))).not.toContain('secret');
    expect(patternEngine.compile('a'.repeat(MAX_PATTERN_LENGTH + 1))).toEqual({
      expected: `a pattern of at most ${MAX_PATTERN_LENGTH} characters`,
    });
    expect(patternEngine.compile('a{999}')).toEqual({
      expected: expect.stringContaining(`of at most ${MAX_PATTERN_SIZE} instead of`),
    });
  });
});

/** Pieces of patterns that mean the same to both engines. */
const CHARACTERS = [
  'a',
  'b',
  'B',
  '/',
  'é',
  '😀',
  '\\.',
  '.',
  '\\d',
  '\\w',
  '[ab]',
  '[^a]',
  '[^/]',
  '[a-c😀]',
  '\\p{L}',
];
const QUANTIFIERS = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}'];
const joinedOf = (parts: fc.Arbitrary<string>) =>
  fc.array(parts, { maxLength: 4 }).map((all) => all.join(''));
const alternativesOf = (one: fc.Arbitrary<string>) =>
  fc.array(one, { minLength: 1, maxLength: 3 }).map((all) => all.join('|'));
const quantified = fc
  .tuple(fc.constantFrom(...CHARACTERS), fc.constantFrom(...QUANTIFIERS))
  .map(([one, times]) => one + times);
const simple = joinedOf(fc.oneof({ weight: 6, arbitrary: quantified }, fc.constantFrom('$', '^', '\\b')));
const alternatives = alternativesOf(simple);
/** Engines differ in whether they repeat an empty match. */
const repeatable = alternativesOf(joinedOf(quantified)).filter(
  (one) => !new RegExp(`^(?:${one})$`, 'u').test(''),
);
/** Groups are captured where they are not repeated: what a repeated group holds in the end differs between engines. */
const grouped = fc
  .tuple(simple, alternatives, repeatable, fc.constantFrom('', '*', '+', '{1,2}'), alternatives)
  .map(([start, one, many, times, rest]) => `${start}(?<one>${one})(?:${many})${times}(?<rest>${rest})`);
const pattern = fc.oneof(simple, alternatives, grouped);
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', 'é', 'É', '/', '.', '7', '😀', '_'), { maxLength: 8 })
  .map((t) => t.join(''));

describe('patterns that mean the same to both engines', () => {
  it('match and capture as those of JavaScript do', () => {
    let matched = 0;
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (source, subject, ignoreCase) => {
        fc.pre(source.length <= MAX_PATTERN_LENGTH && patternEngine.sizeOf(source) <= MAX_PATTERN_SIZE);
        const flags = ignoreCase ? 'iu' : 'u';
        const whole = new RegExp(`^(?:${source})$`, flags).exec(subject);
        const start = new RegExp(`^(?:${source})`, flags).exec(subject);
        const ours = compiled(source, ignoreCase);
        expect(ours.matchWhole(subject)).toEqual(whole ? { ...whole.groups } : undefined);
        expect(ours.matchStart(subject)).toBe(start?.[0]);
        if (whole) matched++;
      }),
      { numRuns: 1_000 },
    );
    expect(matched).toBeGreaterThan(40);
  });
});

/** Anything of which a pattern may consist, valid or not. */
const piece = fc.constantFrom(
  ...[
    'a',
    'é',
    '(',
    ')',
    '(?:',
    '(?i)',
    '(?<n>',
    '[',
    ']',
    '[^',
    '[]',
    '[[:alpha:]',
    '-',
    '|',
    '*',
    '+',
    '?',
    '??',
  ],
  ...[
    '{2}',
    '{3,}',
    '{0,4}',
    '{1,9}?',
    '{',
    '}',
    '\\',
    '\\Q',
    '\\E',
    '\\pL',
    '\\p{Lu}',
    '\\x{41}',
    '\\d',
    '\\b',
    '^',
    '$',
    '.',
  ],
);
const anything = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

describe('the size of a pattern', () => {
  it('is never less than what the engine compiles it to', () => {
    let valid = 0;
    fc.assert(
      fc.property(fc.oneof(anything, pattern), fc.boolean(), (source, ignoreCase) => {
        let program: RE2JS;
        try {
          program = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
        } catch {
          return;
        }
        valid++;
        expect(program.programSize()).toBeLessThanOrEqual(patternEngine.sizeOf(source));
      }),
      { numRuns: 4_000 },
    );
    expect(valid).toBeGreaterThan(500);
  });

  it.each([
    ['/jobs/(?<id>[^/]+)', 40],
    ['.*\\.nc', 20],
    ['[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}', 120],
    ['/v[0-9]{1,2}/(?:collections|processes)/(?<rest>.*)', 80],
    ['[\\p{L}\\p{N}]+', 120],
  ])('of %s leaves room for many of its kind', (source, most) => {
    expect(patternEngine.sizeOf(source)).toBeLessThanOrEqual(most);
  });

  it('is found out without compiling, for sources that are not patterns as well', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (source) => {
        expect(patternEngine.sizeOf(source)).toBeGreaterThan(0);
        expect(typeof isAccepted(source)).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

describe('a list of patterns', () => {
  const source = 'a{200}';
  const size = patternEngine.sizeOf(source);
  const room = Math.floor(2_000 / size);

  it('has room for a total size, in which equal and invalid patterns count each time', () => {
    for (const one of [source, `${source}(?=b)`]) {
      const list = new PatternList(patternEngine);
      const results = Array.from({ length: room + 2 }, () => list.compile(one));
      const refused = results.filter(
        (result) => isPatternProblem(result) && /total size/.test(result.expected),
      );
      expect(refused.length).toBeGreaterThanOrEqual(2);
      expect(results.slice(0, room - 1)).not.toContain(refused[0]);
    }
  });

  it('does not compile what is beyond its limit', () => {
    let compiledOnes = 0;
    const list = new PatternList({
      ...patternEngine,
      compile: (one, options) => {
        compiledOnes++;
        return patternEngine.compile(one, options);
      },
    });
    for (let index = 0; index < 1_000; index++) list.compile(source);
    expect(compiledOnes).toBe(room);
  });
});
