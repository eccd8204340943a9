/** Names of query parameters whose values are hidden. Part of a name is enough: `gatehouse_token`, `X-Amz-Signature`. */
const SECRET_NAME =
  /token|passw(?:or)?d|passphrase|secret|api[_-]?key|signature|credential|authorization|^(?:pass|pwd|code|state|sig)$/i;
const HIDDEN = '***';

/** Hidden in addition to the usual names of secrets. */
export interface Redaction {
  /** A query parameter that is secret regardless of its name. */
  readonly secretName?: string;
}

/**
 * A request target of the API as replies and logs may show it: the query as {@link redactQuery} has it, without tokens that
 * are part of the path (`/tmp/{token}`, `/ui/tmp/{token}`) and without the whole query of sign-in, of returns from
 * providers, and of account links.
 */
export function redactApiTarget(rawPath: string, rawQuery: string): string {
  // The path is recognised as routed: decoded, so that an escape hides nothing.
  const decoded = decodeLoosely(rawPath);
  const link = /^\/*(ui\/+)?tmp\/+[^/]/i.exec(decoded);
  const path = link ? `${link[1] ? '/ui' : ''}/tmp/${HIDDEN}` : rawPath;
  if (rawQuery === '') return path;
  if (/^\/*(signin|ui\/login|network\/link|providers\/+[^/]+\/+signin)(\/|$)/i.test(decoded))
    return `${path}?${HIDDEN}`;
  return `${path}?${redactQuery(rawQuery)}`;
}

/** A request target of any other server as replies and logs may show it. */
export function redactTarget(target: string, redaction: Redaction = {}): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : `${target.slice(0, mark)}?${redactQuery(target.slice(mark + 1), redaction)}`;
}

/**
 * A query, without `?`, with the values of secret parameters hidden, however their names are escaped. `;` separates as
 * `&` does: some servers read it so.
 */
function redactQuery(rawQuery: string, { secretName }: Redaction = {}): string {
  return rawQuery
    .split(/([&;])/)
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      if (pair.length === name.length) return pair;
      const decoded = decodeLoosely(name);
      return decoded === secretName || SECRET_NAME.test(decoded) ? `${name}=${HIDDEN}` : pair;
    })
    .join('');
}

/** Decoded as far as that is possible: an escape must not hide a name, even next to a malformed one. */
function decodeLoosely(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}
