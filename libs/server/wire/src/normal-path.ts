/** Escapes of unreserved characters (RFC 3986, 2.3), of the slash, and of the semicolon. */
const DECODED = /%(?:2[d-f]|3[0-9b]|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * The one spelling of a raw path: escapes of unreserved characters, `%2F` and `%3B` are decoded, then `;` parameters are
 * removed and slashes merged. All other escapes stay as sent. The normal form of a normal form is itself.
 * Reference: http#own-addresses.
 */
export function normalPath(rawPath: string): string {
  let path = rawPath;
  if (path.includes('%')) path = path.replace(DECODED, (escape) => decodeURIComponent(escape));
  if (path.includes(';')) path = path.replace(/;[^/]*/g, '');
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}
