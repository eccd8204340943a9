/** Operators and geometries of ECQL that look like calls; every other call could be a function that reads other layers. */
const OPERATORS: ReadonlySet<string> = new Set(
  (
    'and or not in bbox disjoint equals intersects touches crosses within contains overlaps relate dwithin beyond point ' +
    'linestring polygon multipoint multilinestring multipolygon geometrycollection envelope'
  ).split(' '),
);

/** Texts and quoted names, whose quotation marks are doubled inside. A quoted name followed by a parenthesis is a call. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"(\s*\()?/g;
const CALL = /([A-Za-z_][\w.:]*)\s*\(/g;

/**
 * Whether a filter in ECQL only compares properties of its layer with values: it calls no functions, since GeoServer has some
 * that read other layers (`querySingle`, `queryCollection`) or run processes.
 */
export function isComparison(text: string): boolean {
  let callsQuoted = false;
  const bare = text.replace(QUOTED, (_, call: string | undefined) => {
    callsQuoted ||= call !== undefined;
    return ' ';
  });
  if (callsQuoted || /['"`{}\\]/.test(bare)) return false;
  return [...bare.matchAll(CALL)].every(([, name = '']) => OPERATORS.has(name.toLowerCase()));
}
