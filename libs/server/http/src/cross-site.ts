import type { IncomingMessage } from 'node:http';
import type { Settings } from '@gatehouse/settings';
import { comesFromAnotherOrigin } from '@gatehouse/wire';

/**
 * Whether a page of another site sent a request. Own origins are those of the public URL and of `SVC_CORS_ORIGINS`, and the
 * host that the request names, for pages that were opened under another name of this host, such as 127.0.0.1 for localhost.
 */
export function comesFromAnotherSite(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, corsOrigins }: Pick<Settings, 'publicUrl' | 'corsOrigins'>,
): boolean {
  return comesFromAnotherOrigin(
    headers,
    (origin) =>
      origin === new URL(publicUrl).origin || corsOrigins.includes(origin) || isOfNamedHost(origin, headers),
  );
}

/** If a browser sends `cross-site` or `same-site` for a page of this host, the scheme is different. */
function isOfNamedHost(
  origin: string,
  { host, 'sec-fetch-site': site }: IncomingMessage['headers'],
): boolean {
  if (site !== undefined && site !== 'same-origin') return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}
