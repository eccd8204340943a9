/** Characters of a path that its index has: `change_path_key`. */
const MAX_KEY_LENGTH = 300;

const MAX_CODE_POINT = 0x10_ff_ff;
const SURROGATES = { first: 0xd8_00, last: 0xdf_ff };

/** Where the paths that begin with a text are in the order of `COLLATE "C"`. */
export interface PathRange {
  readonly from: string;
  /** The first text after them; undefined if there is none. */
  readonly to: string | undefined;
}

/** The least character of a text. */
const LEAST = '\u0001';

/** The paths among which those that fit a pattern are: they begin with its text up to the first `*`, or are equal to it. */
export function rangeOf(pattern = '*'): PathRange {
  const [start = ''] = pattern.split('*', 1);
  const characters = [...start].slice(0, MAX_KEY_LENGTH);
  const from = characters.join('');
  return { from, to: pattern.includes('*') ? textAfter(characters) : from + LEAST };
}

/** The least text that is greater than all that begin with some characters. */
function textAfter(characters: readonly string[]): string | undefined {
  for (let length = characters.length; length > 0; length -= 1) {
    const last = characters[length - 1]?.codePointAt(0) ?? MAX_CODE_POINT;
    if (last === MAX_CODE_POINT) continue;
    const next = last + 1 === SURROGATES.first ? SURROGATES.last + 1 : last + 1;
    return [...characters.slice(0, length - 1), String.fromCodePoint(next)].join('');
  }
  return undefined;
}

/** A pattern as one of `LIKE`: `*` stands for any text, everything else for itself. */
export function likeOf(pattern: string): string {
  return pattern.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}
