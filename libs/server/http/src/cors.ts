import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '@gatehouse/settings';
import { Cors, type CorsHeaders, isAllowed } from '@gatehouse/wire';

/** All methods of endpoints. */
export const ALLOWED_ANYWHERE = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Allows only pages of the configured origins to read replies of the API. Reference: deployment#sources. */
export function apiCors({ corsOrigins }: Pick<Settings, 'corsOrigins'>): Cors {
  return new Cors({
    origins: corsOrigins,
    methods: ALLOWED_ANYWHERE,
    exposedHeaders: 'X-Access-Revision, X-Gatehouse-Reason, X-Request-Id, Retry-After',
    requestHeaders: 'Accept, Content-Type, If-Match, X-Access-Revision, X-Request-Id, X-Requested-With',
  });
}

/** Adds the CORS headers of a reply; replies to a preflight of a configured origin, and returns whether it was one. */
export function applyCors(cors: Cors, request: IncomingMessage, response: ServerResponse): boolean {
  const preflight = cors.preflight(request);
  add(response, preflight ?? cors.headersFor(request) ?? {});
  if (!preflight || !isAllowed(preflight)) return false;
  response.statusCode = 204;
  response.end();
  return true;
}

function add(response: ServerResponse, headers: CorsHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Vary') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}
