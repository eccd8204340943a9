/** Operators and geometries of ECQL that look like calls; every other call could be a function that reads other layers. */
const OPERATORS: ReadonlySet<string> = new Set(
  (
    'and or not in bbox disjoint equals intersects touches crosses within contains overlaps relate dwithin beyond point ' +
    'linestring polygon multipoint multilinestring multipolygon geometrycollection envelope'
  ).split(' '),
);

/** The longest of them; a longer word cannot be one. */
const MAX_OPERATOR_LENGTH = Math.max(...[...OPERATORS].map(({ length }) => length));

/** Characters that no comparison contains; quotation marks are read before. */
const FOREIGN = /[`{}\\]/;
/** A word. */
const WORD = /[A-Za-z_][\w.:]*/y;

/**
 * Whether a filter in ECQL only compares properties of its layer with values: it calls no functions, since GeoServer has some
 * that read other layers (`querySingle`, `queryCollection`) or run processes. Each character is read once.
 */
export function isComparison(text: string): boolean {
  /** Whether what was read last, blanks aside, could be called if a parenthesis follows. */
  let isCallable = false;
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === "'" || character === '"') {
      const end = endOfQuoted(text, at);
      if (end < 0) return false;
      // A quoted name followed by a parenthesis is a call; a text is none, and counts as a blank.
      isCallable ||= character === '"';
      at = end;
    } else if (/[A-Za-z_]/.test(character)) {
      WORD.lastIndex = at;
      const end = at + (WORD.exec(text)?.[0].length ?? 1);
      const isOperator = end - at <= MAX_OPERATOR_LENGTH && OPERATORS.has(text.slice(at, end).toLowerCase());
      isCallable = !isOperator;
      at = end;
    } else {
      if (FOREIGN.test(character) || (character === '(' && isCallable)) return false;
      if (!/\s/.test(character)) isCallable = false;
      at++;
    }
  }
  return true;
}

/** The end of a text or quoted name that begins at a quotation mark, which is doubled inside; -1 if it is not closed. */
function endOfQuoted(text: string, start: number): number {
  const mark = text[start] ?? '';
  for (let at = text.indexOf(mark, start + 1); at >= 0; at = text.indexOf(mark, at + 2)) {
    if (text[at + 1] !== mark) return at + 1;
  }
  return -1;
}
