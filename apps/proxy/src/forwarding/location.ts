import type { UpstreamAddress } from './upstream-address';

/**
 * Converts a `Location` below the private address of a service to the public one, so that a redirect neither discloses the
 * private address nor bypasses the proxy. Others are unchanged: relative ones are already right for the client, and other
 * hosts are out of scope. Redirects are never followed here. Reference: enforcement#forwarding.
 */
export function publicLocation(location: string, upstream: UpstreamAddress, publicUrl: string): string {
  const isPath = location.startsWith('/') && !location.startsWith('//');
  if (!isPath && !/^(?:https?:)?\/\//i.test(location)) return location;
  if (!URL.canParse(location, upstream.origin)) return location;
  const url = new URL(location, upstream.origin);
  const own = new URL(publicUrl).pathname;
  // An upstream that evaluates X-Forwarded-Prefix already writes the public path.
  if (isPath && isWithin(url.pathname, own)) return location;
  if (url.origin !== upstream.origin || !isWithin(url.pathname, upstream.path)) return location;
  return publicUrl + url.pathname.slice(upstream.path.length) + url.search + url.hash;
}

function isWithin(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
