import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '@gatehouse/settings';
import { Cors, type CorsHeaders, isAllowed } from '@gatehouse/wire';

/** Every method that some endpoint has. */
export const ALLOWED_ANYWHERE = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Lets the pages of the configured origins, and no others, read replies of the API. Reference: configuration#sources. */
export function apiCors({ corsOrigins }: Pick<Settings, 'corsOrigins'>): Cors {
  return new Cors({
    origins: corsOrigins,
    methods: ALLOWED_ANYWHERE,
    exposedHeaders: 'X-Access-Revision, X-Gatehouse-Reason, X-Request-Id, Retry-After',
    requestHeaders: 'Accept, Content-Type, X-Access-Revision, X-Request-Id, X-Requested-With',
  });
}

/** Adds the CORS headers of a reply; answers a preflight of a configured origin itself, and says whether it was one. */
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
