import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser declares that a page of another origin has sent a request. `Origin` decides if present: several of them
 * and what is not an origin are foreign, and `null` as well unless `Sec-Fetch-Site` declares that the page is of the same
 * origin. Without it `Sec-Fetch-Site` decides, as with navigations; a request with neither is not from a browser. What a
 * browser requests before its user navigates counts as foreign: a page chooses it, but browsers declare no site.
 * Reference: sessions#cross-site-requests.
 */
export function comesFromAnotherOrigin(
  { origin, 'sec-fetch-site': site, 'sec-purpose': purpose }: IncomingHttpHeaders,
  isOwn: (origin: string) => boolean,
): boolean {
  // Pages whose policy is to send no referrer send `null` to their own origin, too.
  if (origin !== undefined) return !isOwn(origin) && !(origin === 'null' && site === 'same-origin');
  if (purpose !== undefined) return true;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
