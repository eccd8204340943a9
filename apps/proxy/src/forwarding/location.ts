import type { UpstreamAddress } from './upstream-address';

/**
 * Turns a `Location` that points into the private address of a service into the public one, so that a redirect neither
 * tells the private address nor leaves the proxy. Others pass as they are: relative ones are right for the client already,
 * and what is elsewhere is not ours. Redirects are never followed here. Reference: proxy#forwarding.
 */
export function publicLocation(location: string, upstream: UpstreamAddress, publicUrl: string): string {
  const isPath = location.startsWith('/') && !location.startsWith('//');
  if (!isPath && !/^(?:https?:)?\/\//i.test(location)) return location;
  if (!URL.canParse(location, upstream.origin)) return location;
  const url = new URL(location, upstream.origin);
  const own = new URL(publicUrl).pathname;
  // An upstream that heeds X-Forwarded-Prefix names the public path by itself.
  if (isPath && isWithin(url.pathname, own)) return location;
  if (url.origin !== upstream.origin || !isWithin(url.pathname, upstream.path)) return location;
  return publicUrl + url.pathname.slice(upstream.path.length) + url.search + url.hash;
}

function isWithin(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
