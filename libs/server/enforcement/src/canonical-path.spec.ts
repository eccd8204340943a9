import fc from 'fast-check';
import { type CanonicalTarget, canonicalTarget } from './canonical-path';

const accepted = (target: string): CanonicalTarget => {
  const canonical = canonicalTarget(target);
  if (typeof canonical === 'string') throw new Error(`${target} was refused: ${canonical}`);
  return canonical;
};

describe('a canonical target', () => {
  it.each([
    ['/a/b', ['a', 'b'], ''],
    ['/a/b/', ['a', 'b', ''], ''],
    ['/', [''], ''],
    ['/a%20b/%C3%A9', ['a b', 'é'], ''],
    ['/a+b/c:d@e,f=g', ['a+b', 'c:d@e,f=g'], ''],
    ['/%3Aa', [':a'], ''],
    ['/..a/a../...', ['..a', 'a..', '...'], ''],
    ['/100%25', ['100%'], ''],
    ['/a[0]|b', ['a[0]|b'], ''],
    ['/a?b/../c;d=%2e%2e//', ['a'], '?b/../c;d=%2e%2e//'],
    ['/a?', ['a'], '?'],
  ])('%s is split and decoded once', (target, segments, query) => {
    expect(accepted(target)).toMatchObject({ segments, query, exceptions: [] });
  });

  it.each([
    ['/a/../b', 'dot segment'],
    ['/a/./b', 'dot segment'],
    ['/a/..', 'dot segment'],
    ['/a/%2e%2e/b', 'dot segment'],
    ['/a/%2E./b', 'dot segment'],
    ['/a/.%2e', 'dot segment'],
    ['/a%2fb', 'encoded separator'],
    ['/a%2Fb', 'encoded separator'],
    ['/..%2fb', 'encoded separator'],
    ['/a%5cb', 'encoded separator'],
    ['/a\\b', 'encoded separator'],
    ['/a%3fb', 'encoded separator'],
    ['/a%23b', 'encoded separator'],
    ['/a%252e%252e/b', 'double encoding'],
    ['/a%252fb', 'double encoding'],
    ['/%25%32%65', 'double encoding'],
    ['/a%25u002f', 'double encoding'],
    ['/a%25252f', 'double encoding'],
    ['/a;b=c', 'path parameter'],
    ['/a%3bb', 'path parameter'],
    ['/..;/b', 'path parameter'],
    ['//a', 'empty segment'],
    ['/a//b', 'empty segment'],
    ['/a//', 'empty segment'],
    ['/a%00', 'control character'],
    ['/a%0d%0ab', 'control character'],
    ['/a%7f', 'control character'],
    ['/a%c2%85', 'control character'],
    ['/a%', 'invalid encoding'],
    ['/a%2', 'invalid encoding'],
    ['/a%zz', 'invalid encoding'],
    ['/a%u002f', 'invalid encoding'],
    ['/a%ff', 'invalid encoding'],
    ['/a%c0%af', 'invalid encoding'],
    ['/a%c0%ae', 'invalid encoding'],
    ['/a%e0%80%af', 'invalid encoding'],
    ['/a%ed%a0%80', 'invalid encoding'],
    ['/a%f4%90%80%80', 'invalid encoding'],
    ['/a#b', 'invalid character'],
    ['/a?b#c', 'invalid character'],
    ['/a b', 'invalid character'],
    ['/a\u0000', 'invalid character'],
    ['/a\u00e9', 'invalid character'],
    ['http://host/a', 'not a path'],
    ['*', 'not a path'],
    ['a/b', 'not a path'],
    ['', 'not a path'],
  ])('%j is refused: %s', (target, problem) => {
    expect(canonicalTarget(target)).toBe(problem);
  });

  it('drops one doubled slash where it is tolerated, and no more', () => {
    const afterOne = { mayDouble: (before: readonly string[]) => before.length === 1 };
    expect(canonicalTarget('/a//b', afterOne)).toMatchObject({ raw: ['a', 'b'] });
    expect(canonicalTarget('/a//', afterOne)).toMatchObject({ raw: ['a', ''] });
    expect(canonicalTarget('/a///b', afterOne)).toBe('empty segment');
    expect(canonicalTarget('/a/b//c', afterOne)).toBe('empty segment');
  });
});

describe('an exception that a service can opt in to', () => {
  it.each([
    ['/s/a%2Fb', ['s', 'a/b'], ['encoded-separators']],
    ['/s/a%5cb%3f%23', ['s', 'a\\b?#'], ['encoded-separators']],
    ['/s/a;x=1/b;y', ['s', 'a', 'b'], ['path-parameters']],
    ['/s/caf%c3%a9;x=%20', ['s', 'café'], ['path-parameters']],
    ['/s/a;x=%2f', ['s', 'a'], ['encoded-separators', 'path-parameters']],
    ['/s/;x', ['s', ''], ['path-parameters', 'empty-segments']],
    ['/s//a', ['s', '', 'a'], ['empty-segments']],
    ['/s/a//', ['s', 'a', '', ''], ['empty-segments']],
    ['/s///', ['s', '', '', ''], ['empty-segments']],
  ])('is reported for %s', (target, segments, exceptions) => {
    const canonical = canonicalTarget(target, { strict: 1 });
    expect(canonical).toMatchObject({ segments, exceptions });
    expect(typeof canonical === 'string' ? '' : `/${canonical.raw.join('/')}`).toBe(target);
  });

  it.each([
    ['/s/..;/a', 'dot segment'],
    ['/s/..;x=1/a', 'dot segment'],
    ['/s/.;x', 'dot segment'],
    ['/s/%2e%2e;x', 'dot segment'],
    ['/s/..%2fa', 'dot segment'],
    ['/s/a%2f..', 'dot segment'],
    ['/s/a%2f.%2fb', 'dot segment'],
    ['/s/a%5c..%5cb', 'dot segment'],
    ['/s/a%2f..;x', 'dot segment'],
    ['/s/a;x%2f..%2fb', 'dot segment'],
    ['/s/a;..', 'dot segment'],
    ['/s/..', 'dot segment'],
    ['/s/a\\b', 'encoded separator'],
    ['/s/a%3bb', 'path parameter'],
    ['/s/a;x%3by', 'path parameter'],
    ['/s/a;%00', 'control character'],
    ['/s/a%2f%00', 'control character'],
    ['/s/a%2f%252e', 'double encoding'],
    ['/s/a;x=%252f', 'double encoding'],
    ['/s/a;%ff', 'invalid encoding'],
  ])('is never %s: %s', (target, problem) => {
    expect(canonicalTarget(target, { strict: 1 })).toBe(problem);
  });

  it.each(['/s%2ft/a', '/s;x/a', '//s/a'])('does not exist in the strict part of %s', (target) => {
    expect(typeof canonicalTarget(target, { strict: 1 })).toBe('string');
  });
});

/** Pieces that paths are attacked with, next to harmless ones. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '/',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '\\',
      ';',
      '%3b',
      '%00',
      '%25',
      '25',
      '2e',
      '%',
      '?',
      '#',
      '//',
    ],
    ...['%c0%af', '%e9', '%c3%a9', '%3f', '%23', 'u002e', ' ', '\t', 'é', ':', '@', '+', '~'],
  ),
  fc.string({ maxLength: 3 }),
  fc.constantFrom('a', 'secret', 'public', 'B'),
);
const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);

/** Every reading of a path that some upstream may have: decoded again and again, each time resolved. */
function readings(path: string): string[][] {
  const found: string[][] = [];
  let text = path;
  for (let depth = 0; depth < 3; depth++) {
    found.push(text.replaceAll('\\', '/').split(/[?#]/, 1)[0]?.split('/') ?? []);
    try {
      text = decodeURIComponent(text);
    } catch {
      break;
    }
  }
  return found;
}

/** Properties are answered with a boolean: an `expect` for each of many thousand cases takes longer than the cases. */
describe('every accepted target', () => {
  const holds = (check: (canonical: CanonicalTarget, path: string, text: string) => boolean) =>
    fc.assert(
      fc.property(target, (text) => {
        const canonical = canonicalTarget(text);
        return typeof canonical === 'string' || check(canonical, `/${canonical.raw.join('/')}`, text);
      }),
      { numRuns: 10_000 },
    );
  const same = (some: readonly string[], others: readonly string[]) =>
    some.length === others.length && some.every((text, index) => text === others[index]);

  it('is forwarded as it was sent', () => {
    holds(({ query }, path, text) => path + query === text);
  });

  it('has the same number of segments in every reading, none of them a dot segment', () => {
    holds(({ segments }, path) =>
      readings(path).every(
        (reading) =>
          reading.length === segments.length + 1 && !reading.includes('.') && !reading.includes('..'),
      ),
    );
  });

  it('decodes to the segments that were authorised, and further decoding changes nothing', () => {
    holds(
      ({ raw, segments }) =>
        same(raw.map(decodeURIComponent), segments) &&
        !segments.some((segment) => /%[0-9a-f]{2}/i.test(segment)),
    );
  });

  it('keeps its path when a URL parser reads it', () => {
    holds(({ segments }, path) =>
      same(new URL(`http://upstream${path}`).pathname.slice(1).split('/').map(decodeURIComponent), segments),
    );
  });

  it('has no dot segment in any reading with any exception either', () => {
    fc.assert(
      fc.property(target, (text) => {
        const canonical = canonicalTarget(text, { strict: 0 });
        if (typeof canonical === 'string') return true;
        const path = `/${canonical.raw.join('/')}`;
        return (
          path + canonical.query === text &&
          [path, path.replace(/;[^/]*/g, '')].every((read) =>
            readings(read).every((reading) => !reading.includes('.') && !reading.includes('..')),
          )
        );
      }),
      { numRuns: 20_000 },
    );
  });

  it('is the same with and without exceptions if it needs none', () => {
    fc.assert(
      fc.property(target, (text) => {
        const strict = canonicalTarget(text);
        const lenient = canonicalTarget(text, { strict: 0 });
        return typeof strict === 'string'
          ? typeof lenient === 'string' || lenient.exceptions.length > 0
          : JSON.stringify(strict) === JSON.stringify(lenient);
      }),
      { numRuns: 10_000 },
    );
  });

  it('is frequent enough among the generated targets', () => {
    const tried = fc.sample(target, { seed: 1, numRuns: 1_000 });
    const accepted = tried.filter((text) => typeof canonicalTarget(text) !== 'string');
    expect(accepted.length).toBeGreaterThan(100);
  });
});
