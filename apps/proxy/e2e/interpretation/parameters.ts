/** A name and its values in the order of the request. */
type Values = Map<string, string[]>;

/**
 * Parameters as provided by a servlet container: decoded, by name with its case, in the order in which the names begin, and
 * those of a form after those of the query.
 */
export function servletParameters(...texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all: Values = new Map();
  for (const text of texts)
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const at = pair.indexOf('=');
      const name = decoded(at < 0 ? pair : pair.slice(0, at));
      const value = decoded(at < 0 ? '' : pair.slice(at + 1));
      const values = all.get(name);
      if (values) values.push(value);
      else all.set(name, [value]);
    }
  return all;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Of a query or a form, one character per byte; an invalid escape is kept as it is. */
function decoded(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const escape = /^%([0-9a-f]{2})/i.exec(text.slice(at, at + 3));
    if (escape) {
      bytes.push(Number.parseInt(escape[1] ?? '', 16));
      at += 2;
    } else bytes.push(text[at] === '+' ? 0x20 : text.charCodeAt(at));
  }
  return utf8.decode(Buffer.from(bytes));
}

/** Of a path: as of a query, but a plus sign is kept. */
export function decodedPath(text: string): string {
  return decoded(text.replaceAll('+', '%2B'));
}

/**
 * By name in lower case: the spelling that begins last wins, values are trimmed, and equal ones count once.
 * GeoServer: `KvpUtils.normalize`.
 */
export function foldedLast(parameters: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const folded: Values = new Map();
  for (const [name, values] of parameters)
    folded.set(name.toLowerCase(), [...new Set(values.map((value) => value.trim()))]);
  return folded;
}

/** By trimmed name in lower case: the first value of the spelling that begins last. edal-java: `RequestParams`. */
export function foldedFirstValue(parameters: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  const folded = new Map<string, string>();
  for (const [name, [first = '']] of parameters) folded.set(name.trim().toLowerCase(), first.trim());
  return folded;
}
