import type { IncomingMessage } from 'node:http';

/** Which pages of other origins may use a server, and for what. */
export interface CorsPolicy {
  /** Origins whose pages may send credentials; `*` allows all others to send requests without credentials. */
  readonly origins: readonly string[];
  /** Value of `Access-Control-Allow-Methods`. */
  readonly methods: string;
  /** Value of `Access-Control-Expose-Headers`. */
  readonly exposedHeaders: string;
  /** Value of `Access-Control-Allow-Headers`; without it all requested headers are allowed. */
  readonly requestHeaders?: string;
}

/** Headers by their names. */
export type CorsHeaders = Readonly<Record<string, string>>;

/** Seconds for which a browser may keep the answer to a preflight. */
const MAX_AGE = '600';
const FIELD_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Cross-origin resource sharing as the Fetch standard has it. Without origins nothing is added to
 * replies, and OPTIONS is a method like any other. Reference: deployment#sources.
 */
export class Cors {
  private readonly listed: ReadonlySet<string>;
  private readonly isOpen: boolean;

  constructor(private readonly policy: CorsPolicy) {
    this.listed = new Set(policy.origins.filter((origin) => origin !== '*'));
    this.isOpen = policy.origins.includes('*');
  }

  /** The headers that answer a preflight request; undefined where the request is none, or no origins are configured. */
  preflight(request: Pick<IncomingMessage, 'headers' | 'method'>): CorsHeaders | undefined {
    const { headers, method } = request;
    const isPreflight =
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers['access-control-request-method'] !== undefined;
    const allowed = isPreflight ? this.headersFor(request) : undefined;
    if (!allowed || !isAllowed(allowed)) return allowed;
    return {
      ...allowed,
      ...this.requestHeadersFor(headers['access-control-request-headers']),
      'Access-Control-Allow-Methods': this.policy.methods,
      'Access-Control-Max-Age': MAX_AGE,
    };
  }

  /** The headers of a reply; undefined while no origins are configured. */
  headersFor({ headers: { origin } }: Pick<IncomingMessage, 'headers'>): CorsHeaders | undefined {
    if (this.listed.size === 0 && !this.isOpen) return undefined;
    const exposed = { 'Access-Control-Expose-Headers': this.policy.exposedHeaders };
    if (origin !== undefined && this.listed.has(origin)) {
      return {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        ...exposed,
      };
    }
    return this.isOpen && origin !== undefined
      ? { Vary: 'Origin', 'Access-Control-Allow-Origin': '*', ...exposed }
      : { Vary: 'Origin' };
  }

  private requestHeadersFor(wanted: string | undefined): CorsHeaders {
    const { requestHeaders } = this.policy;
    if (requestHeaders !== undefined) return { 'Access-Control-Allow-Headers': requestHeaders };
    const vary = { Vary: 'Origin, Access-Control-Request-Headers' };
    return wanted !== undefined && FIELD_NAMES.test(wanted)
      ? { ...vary, 'Access-Control-Allow-Headers': wanted }
      : vary;
  }
}

/** Whether a browser lets the page read the reply. */
export function isAllowed(headers: CorsHeaders): boolean {
  return 'Access-Control-Allow-Origin' in headers;
}
