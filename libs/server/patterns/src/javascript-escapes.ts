/** The escapes for code points that RE2 does not have; two of them may be one character. */
const ESCAPE =
  /\\(?:u\{(?<braced>[0-9a-fA-F]{1,6})\}|u(?<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?<low>[dD][c-fC-F][0-9a-fA-F]{2})|u(?<plain>[0-9a-fA-F]{4})|[^])/gu;

/**
 * The pattern with JavaScript's escapes for code points, `\u00e9` and `\u{e9}`, written as RE2 has them, `\x{e9}`: patterns
 * that earlier versions stored may have them.
 */
export function withRe2Escapes(source: string): string {
  // What is quoted has no escapes.
  if (source.includes('\\Q')) return source;
  return source.replaceAll(ESCAPE, (escape: string, ...rest: unknown[]) => {
    const { braced, high, low, plain } = rest.at(-1) as Record<string, string | undefined>;
    if (high !== undefined && low !== undefined) return `\\x{${codePointOf(high, low).toString(16)}}`;
    const code = braced ?? plain;
    return code === undefined ? escape : `\\x{${code}}`;
  });
}

function codePointOf(high: string, low: string): number {
  return 0x10000 + ((parseInt(high, 16) - 0xd800) << 10) + (parseInt(low, 16) - 0xdc00);
}
