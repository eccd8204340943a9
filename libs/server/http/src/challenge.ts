import type { IncomingMessage } from 'node:http';
import type { Settings } from '@gatehouse/settings';

/** The headers that every 401 carries. Spec: decisions 9, http-api 1.7. */
export function challenge(
  settings: Pick<Settings, 'publicUrl' | 'cookieName'>,
  request: IncomingMessage,
): Record<string, string> {
  const base = settings.publicUrl;
  const realm = new URL(base).hostname;
  const login = `${base}/ui/login`;
  const signIn = `${base}/signin`;
  const scheme = [
    `Cookie cookie-name="${settings.cookieName}"`,
    'error="invalid_token"',
    'title="Gatehouse Login"',
    `domain="${signIn}"`,
    `uri="${signIn}"`,
    `realm="${realm}"`,
  ].join(', ');
  const headers: Record<string, string> = {
    'WWW-Authentication': scheme,
    'Location-When-Unauthenticated': login,
  };
  // The standard names make some browsers open a dialog over the page that asked.
  if (String(request.headers['x-requested-with']).toLowerCase() === 'xmlhttprequest') return headers;
  return {
    ...headers,
    'WWW-Authenticate': scheme,
    'Authentication-Control': `Cookie cookie-name="${settings.cookieName}", realm="${realm}", location-when-unauthenticated="${login}"`,
  };
}
