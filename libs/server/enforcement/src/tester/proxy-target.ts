/** Where the proxy is reached and served. */
export interface ProxyAddress {
  /** Public URL below which services are. */
  readonly proxyPublicUrl: string;
  /** Path at which the proxy itself serves `/proxy`. */
  readonly proxyBasePath: string;
}

/** Scheme and authority without user information, then the rest of a URL. */
const ABSOLUTE = /^(https?:\/\/[\w.:[\]-]+)([/?#].*)?$/is;

/**
 * The target with which the proxy receives a request for a URL; undefined if it would not reach it. Accepts a URL below the
 * public address, its path, the path as the proxy receives it behind a front end, and the name of a service with its path.
 * What follows is kept unchanged, so that it is evaluated as sent; a fragment is never sent.
 */
export function proxyTarget(
  url: string,
  { proxyPublicUrl, proxyBasePath }: ProxyAddress,
): string | undefined {
  const text = url.trim();
  const base = new URL(proxyPublicUrl);
  const own = `${proxyBasePath}/proxy`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const [, authority = '', rest = '/'] = ABSOLUTE.exec(text) ?? [];
    if (!URL.canParse(authority) || new URL(authority).origin !== base.origin) return undefined;
    return below(withoutFragment(rest), base.pathname.replace(/\/$/, ''), own);
  }
  if (!text.startsWith('/')) return `${own}/${withoutFragment(text)}`;
  const path = withoutFragment(text);
  return below(path, base.pathname.replace(/\/$/, ''), own) ?? below(path, own, own);
}

function below(path: string, publicPath: string, own: string): string | undefined {
  const rest = path.startsWith(publicPath) ? path.slice(publicPath.length) : undefined;
  return rest === undefined || !/^(?:[/?]|$)/.test(rest) ? undefined : own + rest;
}

function withoutFragment(text: string): string {
  const [before = ''] = text.split('#', 1);
  return before;
}
