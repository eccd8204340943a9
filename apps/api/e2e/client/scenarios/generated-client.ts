import { createGatehouseClient, type GatehouseClient, type Schema } from '@gatehouse/api-client';
import type { Middleware } from 'openapi-fetch';

/** A reply as the client has received it, under the path of the description. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly mediaType: string;
  readonly body: unknown;
}

/**
 * A client with a separate session, which records its exchanges with the service. `wire` is between the client and the
 * network.
 */
export function connect(
  baseUrl: string,
  exchanges: Exchange[],
  wire: readonly Middleware[],
): GatehouseClient {
  const client = createGatehouseClient({ baseUrl, redirect: 'manual' });
  client.use(keepsCookies(), notes(exchanges), ...wire);
  return client;
}

/** What a browser does automatically. */
function keepsCookies(): Middleware {
  const cookies = new Map<string, string>();
  return {
    onRequest({ request }) {
      if (cookies.size > 0) request.headers.set('Cookie', [...cookies.values()].join('; '));
      return request;
    },
    onResponse({ response }) {
      for (const line of response.headers.getSetCookie()) {
        const [cookie = ''] = line.split(';', 1);
        cookies.set(cookie.split('=', 1)[0] ?? '', cookie);
      }
    },
  };
}

function notes(exchanges: Exchange[]): Middleware {
  return {
    async onResponse({ request, response, schemaPath }) {
      const mediaType = response.headers.get('Content-Type')?.split(';', 1)[0] ?? '';
      const text = await response.clone().text();
      const body: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
      exchanges.push({ method: request.method, path: schemaPath, status: response.status, mediaType, body });
    },
  };
}

/** The data of a reply that must be a success. */
export function done<Data>({
  data,
  error,
  response,
}: {
  data?: Data;
  error?: unknown;
  response: Response;
}): Data {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  return data;
}

/** The body of a reply that must be an error with a status. */
export function refused<Refusal extends Schema<'ErrorBodyDto'>>(
  { error, response }: { error?: Refusal; response: Response },
  status: number,
): Refusal {
  if (error === undefined || response.status !== status || error.code !== status) {
    throw new Error(`${response.status} ${response.url} instead of ${status}: ${JSON.stringify(error)}`);
  }
  return error;
}
