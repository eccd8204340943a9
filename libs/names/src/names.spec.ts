import fc from 'fast-check';
import {
  EMAIL,
  GROUP_NAME,
  LOGIN,
  PARAM,
  type Pattern,
  RESOURCE_NAME,
  SCOPE,
  SERVICE_URL,
  USERNAME,
  isResourceName,
  nameKey,
  nameProblem,
} from './index';

/** Whether a text consists of words of `allowed` characters, joined by exactly one of `joints`; without regular expressions. */
function isJoined(text: string, allowed: string, joints: string): boolean {
  let wordBefore = false;
  for (const [at, char] of [...text].entries()) {
    if (allowed.includes(char)) wordBefore = true;
    else if (joints.includes(char) && wordBefore && at < text.length - 1) wordBefore = false;
    else return false;
  }
  return wordBefore;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LETTERS = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

const texts = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '.', '-', '_', ':', ' ', '\t', '\n', '\u00a0', '\ufeff', 'é', '@'),
  maxLength: 6,
});

describe('patterns of new names', () => {
  const rows: [Pattern, string, string][] = [
    [USERNAME, LOWER, '_.-'],
    [GROUP_NAME, LETTERS, ' _.-'],
    [RESOURCE_NAME, LETTERS, ': _.-'],
  ];

  it.each(rows)(
    '$name accepts words of its characters joined by one separator each',
    (pattern, chars, joints) => {
      fc.assert(
        fc.property(texts, (text) => {
          expect(pattern.test(text)).toBe(isJoined(text, chars, joints));
          if (pattern.test(text)) expect(nameProblem(text)).toBeUndefined();
        }),
        { numRuns: 2000 },
      );
    },
  );

  it('report the violated rule', () => {
    expect(USERNAME.problemOf?.('a\u200bb')).toBe('name_has_format_characters');
    expect(USERNAME.problemOf?.('A')).toBeUndefined();
  });

  it('read a name of 100,000 separators in linear time', () => {
    const long = `${'a-'.repeat(50_000)}!`;
    for (const [pattern] of rows) expect(pattern.test(long)).toBe(false);
  });
});

describe('patterns of lookups', () => {
  it('accept every valid new name, and other white space between words', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (USERNAME.test(text) || GROUP_NAME.test(text)) expect(PARAM.test(text)).toBe(true);
        if (RESOURCE_NAME.test(text)) expect(SCOPE.test(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect([PARAM.test('a\tb'), GROUP_NAME.test('a\tb')]).toEqual([true, false]);
  });
});

describe('isResourceName', () => {
  it('accepts 100 characters and rejects 101', () => {
    expect(isResourceName('a'.repeat(100))).toBe(true);
    expect(isResourceName('a'.repeat(101))).toBe(false);
  });

  it.each(['', 'a/b', 'a..b', '.', '..', 'a ', 'a\u00a0b'])('rejects %j', (name) => {
    expect(isResourceName(name)).toBe(false);
  });
});

describe('LOGIN', () => {
  it('accepts a user name or an email address', () => {
    for (const login of ['bob', 'Bob Smith', 'bob@example.com', 'bob@localhost']) {
      expect([login, LOGIN.test(login)]).toEqual([login, true]);
      expect(new RegExp(LOGIN.source).test(login)).toBe(true);
    }
    for (const login of ['', '@', 'bob@', 'a..b', 'a@b@c'])
      expect([login, LOGIN.test(login)]).toEqual([login, false]);
  });
});

describe('EMAIL', () => {
  it.each(['bob@example.com', "o'neil+x@a.b-c.de", 'x@localhost'])('accepts %s', (email) => {
    expect(EMAIL.test(email)).toBe(true);
  });

  it.each(['bob', 'bob@', '@x', 'a b@c.de', 'a@-b.de', 'a@b..de', 'a@b.de\n', `a@${'b'.repeat(64)}.de`])(
    'rejects %j',
    (email) => {
      expect(EMAIL.test(email)).toBe(false);
    },
  );
});

describe('SERVICE_URL', () => {
  it.each([
    'http://localhost:9000',
    'HTTPS://user:secret@example.com/a?b#c',
    'example.com',
    'http://[::1]:80/x',
    'http+unix://%2Frun%2Fapp.sock/base',
  ])('accepts %s', (url) => {
    expect(SERVICE_URL.test(url)).toBe(true);
  });

  it.each([
    '',
    'host',
    'http://',
    'javascript:alert(1)',
    'http://a b.de',
    'http://example.com/\n',
    'file:///etc',
  ])('rejects %j', (url) => {
    expect(SERVICE_URL.test(url)).toBe(false);
  });
});

describe('nameKey', () => {
  it('is equal for names that differ only in case', () => {
    expect(nameKey('Rivers:A-1')).toBe(nameKey('rivers:a-1'));
    expect(nameKey('rivers')).not.toBe(nameKey('river'));
  });
});
