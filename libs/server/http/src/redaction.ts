const SECRET_NAMES = /^(password|pass|passwd|secret|token|access_token|network_token|code|state|.*_token)$/i;
const HIDDEN = '***';

/**
 * A path and query as they may be told in replies and logs. Tokens in paths (`/tmp/{token}`), the queries of sign-in and
 * of the account link, and values under the names of secrets are hidden. Spec: decisions 8.
 */
export function redact(rawPath: string, rawQuery: string): string {
  const path = rawPath.replace(/^(\/+tmp\/)[^/]+/i, `$1${HIDDEN}`);
  if (rawQuery === '') return path;
  if (/^\/+(signin|network\/link)(\/|$)/i.test(decodeLoosely(rawPath))) return `${path}?${HIDDEN}`;
  const query = rawQuery
    .split('&')
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      return pair.length > name.length && SECRET_NAMES.test(decodeLoosely(name)) ? `${name}=${HIDDEN}` : pair;
    })
    .join('&');
  return `${path}?${query}`;
}

/** Decoded where that is possible: an escape must not hide a name from redaction. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
