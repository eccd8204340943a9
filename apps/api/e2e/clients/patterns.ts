/** Texts on which dialects of regular expressions can differ, and texts that patterns are intended for. */
const TEXTS = [
  ...[
    '',
    'a',
    'A',
    'bob',
    'node-b',
    'read-deny-match',
    'GET_CAPABILITIES',
    'a b',
    'a:b',
    'a_b.c',
    ' a',
    'a ',
  ],
  ...[
    'a\tb',
    'a\u00a0b',
    'a\u2003b',
    '\u0663',
    '3',
    'é',
    'ſ',
    '\u212a',
    '\u{1f600}',
    'a\u0000',
    'a\u0085b',
    'a\nb',
  ],
  ...['bob@example.com', "o'neil+x@localhost", 'bob@-x', 'bob@éx.org', '@'],
  ...[
    'http://localhost:9000',
    'HTTPS://Example.org/a?b#c',
    'ftp://u:p@1.2.3.4',
    'http://[::1]:80/',
    'http://a',
  ],
  ...[
    'http+unix://%2Frun%2Fapp.sock/x',
    'http://localhost/a b',
    'http://localhost/\u00a0',
    'localhost\u0001',
  ],
];

/** The patterns of a description with the texts, for each dialect. */
export function trialOf(description: string): { patterns: string[]; texts: string[] } {
  const found = new Set<string>();
  JSON.parse(description, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') found.add(value);
    return value;
  });
  return { patterns: [...found].sort(), texts: TEXTS };
}

/** The result of this runtime: for each pattern, the texts that it matches. */
export function matchesHere({ patterns, texts }: ReturnType<typeof trialOf>): boolean[][] {
  return patterns.map((pattern) => texts.map((text) => new RegExp(pattern, 'u').test(text)));
}
