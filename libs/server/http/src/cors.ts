import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '@gatehouse/settings';

/** Every method that some endpoint has. */
export const ALLOWED_ANYWHERE = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const EXPOSED = 'X-Access-Revision, X-Request-Id, Retry-After';

function allowedOrigin(
  settings: Pick<Settings, 'corsOrigins'>,
  request: IncomingMessage,
): string | undefined {
  const { origin } = request.headers;
  return origin !== undefined && settings.corsOrigins.includes(origin) ? origin : undefined;
}

/** Lets the pages of the configured origins, and no others, read replies. Spec: decisions 18. */
export function setCorsHeaders(
  settings: Pick<Settings, 'corsOrigins'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (settings.corsOrigins.length === 0) return;
  response.appendHeader('Vary', 'Origin');
  const origin = allowedOrigin(settings, request);
  if (!origin) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers the question that a browser asks before a request of a configured origin; true when it was one. */
export function answerPreflight(
  settings: Pick<Settings, 'corsOrigins'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight || !allowedOrigin(settings, request)) return false;
  setCorsHeaders(settings, request, response);
  response.setHeader('Access-Control-Allow-Methods', ALLOWED_ANYWHERE);
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Accept, Content-Type, X-Access-Revision, X-Requested-With',
  );
  response.setHeader('Access-Control-Max-Age', '600');
  response.statusCode = 204;
  response.end();
  return true;
}
