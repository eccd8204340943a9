import type { IncomingMessage } from 'node:http';
import type { Settings } from '@gatehouse/settings';

/**
 * Whether a browser says that a page of another site sent this request. `Sec-Fetch-Site` cannot be set by scripts and
 * decides where it is present; older browsers at least send `Origin`; a request with neither comes from no page.
 * Spec: decisions 24.
 */
export function comesFromAnotherSite(
  request: IncomingMessage,
  settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (origin !== undefined && isOurs(origin, settings)) return false;
  if (site !== undefined) return true;
  if (origin === undefined) return false;
  return !isSameHost(origin, host);
}

function isOurs(origin: string, settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>): boolean {
  return origin === new URL(settings.publicUrl).origin || settings.corsOrigins.includes(origin);
}

/** A page that was opened under another name of this host, such as 127.0.0.1 for localhost. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
