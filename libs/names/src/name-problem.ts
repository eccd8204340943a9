/** What a name must not contain, with the message for it. The first match is reported. */
const FORBIDDEN: readonly (readonly [found: RegExp, problem: string])[] = [
  [/\p{Cc}/u, 'it must not contain control characters'],
  [/\p{Cf}/u, 'it must not contain invisible format characters'],
  [/[\p{Zl}\p{Zp}]/u, 'it must not contain line or paragraph separators'],
  [/(?! )\p{Zs}/u, 'U+0020 is the only space it may contain'],
  [/^ | $/, 'it must not begin or end with a space'],
];

/** Matches if any of them does, in one pass. */
const ANY_FORBIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $/u;

/**
 * The rule that a name of a user, group, service or resource violates, as the end of a sentence; undefined if it violates
 * none. These rules apply to all of them, in addition to the pattern of each: names that look the same, or that a client
 * normalizes to the same text, must not differ in invisible characters. Names are checked for Unicode NFC and
 * never normalized silently, so that a client reads back exactly what it wrote. Reference: http#names.
 */
export function nameProblem(name: string): string | undefined {
  if (ANY_FORBIDDEN.test(name)) return FORBIDDEN.find(([pattern]) => pattern.test(name))?.[1];
  return name === name.normalize('NFC') ? undefined : 'it has to be in Unicode NFC';
}
