/** `name=value` according to RFC 6265, 4.1.1, with or without quotes. */
const PAIR =
  /^([\w!#$%&'*+.^`|~-]+)=(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/;

/**
 * The cookies of a `Cookie` header with the given names; undefined if there are none. Readers of cookies disagree about
 * commas, quotes, backslashes, blanks and pairs without a name: a pair with any of these is dropped regardless of its name,
 * so that no reader finds another cookie in it.
 */
export function namedCookies(header: string, isWanted: (name: string) => boolean): string | undefined {
  const kept = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => {
      const name = PAIR.exec(pair)?.[1];
      return name !== undefined && isWanted(name);
    });
  return kept.length === 0 ? undefined : kept.join('; ');
}
