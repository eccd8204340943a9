/** The expected value of an option, and how it is read. */
export interface OptionKind<T> {
  /** Completes the sentence "expected …" of a validation error. */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** Receives a valid value, or undefined for the default. */
  readonly read: (value: unknown) => T;
}

const MAX_ENTRIES = 100;
const MAX_TEXT = 255;

/** True or false; false by default. */
export const flag: OptionKind<boolean> = {
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
  read: (value) => value === true,
};

/** As {@link flag}; true by default. */
export const flagSet: OptionKind<boolean> = { ...flag, read: (value) => value !== false };

/** A whole number from 1 to `most`, stored in another unit by `factor`; undefined by default. */
export const whole = (most: number, factor: number): OptionKind<number | undefined> => ({
  expected: `a whole number from 1 to ${most}`,
  fits: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most,
  read: (value) => (value === undefined ? undefined : Number(value) * factor),
});

/** One word of a closed set; undefined by default. */
export const oneOf = <Word extends string>(words: readonly Word[]): OptionKind<Word | undefined> => ({
  expected: words.join(' or '),
  fits: (value) => words.includes(value as Word),
  read: (value) => value as Word | undefined,
});

/** A list of words from a closed set; empty by default. */
export const someOf = <Word extends string>(words: readonly Word[]): OptionKind<ReadonlySet<Word>> => ({
  expected: `a list of ${words.join(', ')}`,
  fits: (value) => Array.isArray(value) && value.every((word) => words.includes(word as Word)),
  read: (value) => new Set((value ?? []) as Word[]),
});

/** A list of texts that `isEntry` accepts, read by `normalize`; empty by default. */
const texts = (
  expected: string,
  isEntry: (text: string) => boolean,
  normalize: (text: string) => string = (text) => text,
): OptionKind<ReadonlySet<string>> => ({
  expected: `a list of at most ${MAX_ENTRIES} ${expected}`,
  fits: (value) =>
    Array.isArray(value) &&
    value.length <= MAX_ENTRIES &&
    value.every((text) => typeof text === 'string' && text.length <= MAX_TEXT && isEntry(text)),
  read: (value) => new Set(((value ?? []) as string[]).map(normalize)),
});

/** Names of request parameters, compared ignoring case; in lower case. */
export const parameterNames = texts(
  'names of 1 to 64 letters, digits, dots, hyphens and underscores',
  (text) => /^[A-Za-z0-9_.-]{1,64}$/.test(text),
  (text) => text.toLowerCase(),
);

/** Names of cookies, which are tokens (RFC 6265, 4.1.1) and compared exactly. */
export const cookieNames = texts('names of cookies', (text) => /^[\w!#$%&'*+.^`|~-]+$/.test(text));

/** Origins as browsers serialize them (RFC 6454, 6.2): lower case, no default port, no path. */
export const webOrigins = texts(
  'origins such as https://data.example.org, in lower case and without a path',
  (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
);

/** One segment of a path in plain letters; undefined by default. */
export const pathWord: OptionKind<string | undefined> = {
  expected: 'one segment of a path of 1 to 64 letters, digits, dots, hyphens and underscores',
  fits: (value) => typeof value === 'string' && /^(?!\.{1,2}$)[\w.-]{1,64}$/.test(value),
  read: (value) => (value === undefined ? undefined : String(value)),
};
