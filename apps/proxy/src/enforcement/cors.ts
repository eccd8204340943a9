import type { IncomingMessage } from 'node:http';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After, X-Access-Revision, X-Gatehouse-Decision, X-Gatehouse-Reason';
/** Seconds for which a browser may remember what it was told. */
const MAX_AGE = '600';
const FIELD_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/** Headers by their names. */
export type CorsHeaders = Readonly<Record<string, string>>;

/**
 * Which pages of other sites may use services through the proxy (`SVC_PROXY_CORS_ORIGINS`). Pages of listed origins may
 * send cookies; with `*` those of all others may call as well, without. Services then have no say in it: their own answers
 * would contradict. Without the setting nothing is added or taken away, and OPTIONS is a method like any other.
 * Spec: decisions 18, product 3 (cross-site).
 */
export class Cors {
  private readonly listed: ReadonlySet<string>;
  private readonly isOpen: boolean;

  constructor(origins: readonly string[]) {
    this.listed = new Set(origins.filter((origin) => origin !== '*'));
    this.isOpen = origins.includes('*');
  }

  /** The headers of an answer to a question that a browser asks before a request; undefined where it is none of ours. */
  preflight(request: IncomingMessage): CorsHeaders | undefined {
    const { headers, method } = request;
    const isPreflight =
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers['access-control-request-method'] !== undefined;
    const allowed = isPreflight ? this.headersFor(request) : undefined;
    if (!allowed) return undefined;
    if (!('Access-Control-Allow-Origin' in allowed)) return allowed;
    const wanted = headers['access-control-request-headers'];
    return {
      ...allowed,
      Vary: 'Origin, Access-Control-Request-Headers',
      'Access-Control-Allow-Methods': METHODS,
      ...(wanted !== undefined && FIELD_NAMES.test(wanted) ? { 'Access-Control-Allow-Headers': wanted } : {}),
      'Access-Control-Max-Age': MAX_AGE,
    };
  }

  /** The headers of a reply; undefined while nothing is set, so that the service's own are left. */
  headersFor({ headers: { origin } }: IncomingMessage): CorsHeaders | undefined {
    if (this.listed.size === 0 && !this.isOpen) return undefined;
    if (origin !== undefined && this.listed.has(origin)) {
      return {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': EXPOSED,
      };
    }
    return this.isOpen && origin !== undefined
      ? { Vary: 'Origin', 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }
      : { Vary: 'Origin' };
  }
}
