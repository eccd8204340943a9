const SECRET_NAMES = /^(password|pass|passwd|secret|token|access_token|network_token|code|state|.*_token)$/i;
const HIDDEN = '***';

/**
 * A path and query as they may be told in replies and logs. Tokens in paths (`/tmp/{token}`), the queries of sign-in and
 * of the account link, and values under the names of secrets are hidden. Spec: decisions 8.
 */
export function redact(rawPath: string, rawQuery: string): string {
  // What is told is recognised as it is routed: decoded, so that an escape hides nothing.
  const decoded = decodeLoosely(rawPath);
  const path = /^\/*tmp\/+[^/]/i.test(decoded) ? `/tmp/${HIDDEN}` : rawPath;
  if (rawQuery === '') return path;
  if (/^\/*(signin|ui\/login|network\/link)(\/|$)/i.test(decoded)) return `${path}?${HIDDEN}`;
  const query = rawQuery
    .split('&')
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      return pair.length > name.length && SECRET_NAMES.test(decodeLoosely(name)) ? `${name}=${HIDDEN}` : pair;
    })
    .join('&');
  return `${path}?${query}`;
}

/** Decoded as far as that is possible: an escape, and one that is broken beside it, must not hide a name. */
function decodeLoosely(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}
