import type { IncomingHttpHeaders } from 'node:http';
import { acceptedRanges } from './accept';

const FETCH_METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'];

/** Whether a script of a page has sent a request and says so. */
export function isFromScript({ 'x-requested-with': requestedWith }: IncomingHttpHeaders): boolean {
  return String(requestedWith).toLowerCase() === 'xmlhttprequest';
}

/** Whether a request shows that a browser has sent it: by fetch metadata, as a navigation, or by a script that says so. */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return hasFetchMetadata(headers) || namesHtml(headers) || isFromScript(headers);
}

/** Whether a browser has sent fetch metadata, which it does over https and to this machine. Source: Fetch Metadata Request Headers. */
function hasFetchMetadata(headers: IncomingHttpHeaders): boolean {
  return FETCH_METADATA.some((name) => headers[name] !== undefined);
}

function namesHtml({ accept }: IncomingHttpHeaders): boolean {
  return acceptedRanges(accept ?? '').some(({ type, subtype }) => type === 'text' && subtype === 'html');
}

/**
 * Whether a browser may send a request that no page of this origin has begun: a link in a mail, a page of another origin, an
 * address that was typed. Programs name no HTML in `Accept`. Reference: sessions#links.
 */
export function isBegunElsewhere(headers: IncomingHttpHeaders): boolean {
  return hasFetchMetadata(headers) ? headers['sec-fetch-site'] !== 'same-origin' : namesHtml(headers);
}

/** The same for a request that opens a page. */
export function isNavigationFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const isNavigation = !hasFetchMetadata(headers) || headers['sec-fetch-mode'] === 'navigate';
  return isNavigation && isBegunElsewhere(headers);
}
