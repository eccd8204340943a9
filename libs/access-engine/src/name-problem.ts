/** What no name holds, and how an error says so. The order is that of what helps most to know first. */
const FORBIDDEN: readonly (readonly [found: RegExp, problem: string])[] = [
  [/\p{Cc}/u, 'it must not contain control characters'],
  [/\p{Cf}/u, 'it must not contain invisible format characters'],
  [/[\p{Zl}\p{Zp}]/u, 'it must not contain line or paragraph separators'],
  [/(?! )\p{Zs}/u, 'U+0020 is the only space it may contain'],
  [/^ | $/, 'it must not begin or end with a space'],
];

/**
 * What keeps a text from being the name of a user, group, service or resource, as the end of a sentence; undefined
 * when nothing does. Holds for all of them, beside the characters that each kind allows: two names that look alike, or
 * that a client normalizes to the same text, must not be told apart by what nobody sees. spec: decisions 31.
 */
export function nameProblem(name: string): string | undefined {
  const found = FORBIDDEN.find(([pattern]) => pattern.test(name));
  if (found) return found[1];
  return name === name.normalize('NFC') ? undefined : 'it has to be in Unicode NFC';
}
