import type { IncomingMessage } from 'node:http';
import { HOP_BY_HOP, type RequestTreatment, requestHeaderPolicy } from '@gatehouse/proxy-options';
import { withoutCookie } from '@gatehouse/wire';
import { namedCookies } from './named-cookies';
import { HeaderTreatments } from './header-treatments';
import { namedByConnection } from './connection-header';

/** What the upstream learns about the client. */
export interface ForwardedBy {
  /** Address of the peer. */
  readonly peer: string;
  /** Whether the forwarding headers of the peer are trusted. */
  readonly isTrusted: boolean;
  /** Protocol, host and path prefix under which clients reach the service. */
  readonly protocol: string;
  readonly host: string;
  readonly prefix: string;
  /** Value of `X-Gatehouse-Identity`, signed; absent: the header is not sent. */
  readonly identityHeader?: string | undefined;
  /** Whether an `Authorization` header is addressed to the proxy. */
  readonly dropsAuthorization?: (authorization: string) => boolean;
  /** Whether the upstream also receives our cookie, because its service requests it. */
  readonly keepsCookie?: boolean;
  /** Names of the other cookies that the upstream receives, compared exactly; all by default. */
  readonly cookies?: 'all' | ReadonlySet<string>;
  /** The address of a page without what is addressed to the proxy; undefined: it is not sent. */
  readonly pageAddress?: (address: string) => string | undefined;
  /** Value of `Destination` at the upstream; absent: the client's is dropped. */
  readonly destination?: string | undefined;
}

const treatments = new HeaderTreatments<RequestTreatment>((name) => {
  // Many upstreams read `_` as `-`, so that X_Forwarded_For would compete with our own header.
  if (name.includes('_') || HOP_BY_HOP.has(name)) return 'drop';
  return requestHeaderPolicy.ruleOf(name)?.treatment ?? 'keep';
});

/**
 * The headers of the forwarded request as a flat list of names and values: those of the client according to the policy for
 * requests, without hop-by-hop headers, and with our own forwarding headers. Reference: enforcement#forwarding.
 */
export function requestHeaders(
  request: IncomingMessage,
  cookieName: string,
  host: string,
  by: ForwardedBy,
): string[] {
  const { rawHeaders } = request;
  const named = namedByConnection(request.headers.connection);
  const headers = ['host', host];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const treatment = treatments.of(name);
    if (treatment === 'authorization' && by.dropsAuthorization?.(rawHeaders[index + 1] ?? '')) continue;
    if (treatment === 'drop' || (named.size > 0 && named.has(name.toLowerCase()))) continue;
    const kept = valueOf(treatment, rawHeaders[index + 1] ?? '', cookieName, by);
    if (kept !== undefined) headers.push(name, kept);
  }
  const before = by.isTrusted ? request.headers['x-forwarded-for'] : undefined;
  headers.push(
    'X-Forwarded-For',
    before ? `${String(before)}, ${by.peer}` : by.peer,
    'X-Forwarded-Proto',
    by.protocol,
    'X-Forwarded-Host',
    by.host,
    'X-Forwarded-Prefix',
    by.prefix,
  );
  if (by.identityHeader !== undefined) headers.push('X-Gatehouse-Identity', by.identityHeader);
  return headers;
}

/** The value that the upstream receives; undefined: none. */
function valueOf(
  treatment: RequestTreatment,
  value: string,
  cookieName: string,
  { cookies = 'all', keepsCookie = false, destination, pageAddress }: ForwardedBy,
): string | undefined {
  if (treatment === 'destination') return destination;
  if (treatment === 'page') return pageAddress ? pageAddress(value) : value;
  if (treatment !== 'cookie') return value;
  if (cookies === 'all') return keepsCookie ? value : withoutCookie(value, cookieName);
  return namedCookies(value, (name) => (name === cookieName ? keepsCookie : cookies.has(name)));
}
