import type { IncomingMessage } from 'node:http';
import { HOP_BY_HOP, RESERVED_REQUEST_HEADERS, isAmong } from '@gatehouse/proxy-options';
import { withoutCookie } from '@gatehouse/identity';
import { HeaderTreatments } from './header-treatments';
import { namedByConnection } from './connection-header';

/** What the upstream is told of the client's side. */
export interface ForwardedBy {
  /** Address of the peer. */
  readonly peer: string;
  /** Whether what the peer says of those before it counts. */
  readonly isTrusted: boolean;
  /** Protocol, host and path prefix under which clients reach the service. */
  readonly protocol: string;
  readonly host: string;
  readonly prefix: string;
  /** Value of `X-Gatehouse-Identity`, signed; absent: nobody is told. */
  readonly identityHeader?: string | undefined;
  /** Whether `Authorization` was for us. */
  readonly dropsAuthorization?: boolean;
  /** Whether the upstream gets our cookie as well, because its service asks for it. */
  readonly keepsCookie?: boolean;
}

type Treatment = 'keep' | 'drop' | 'cookie' | 'authorization';

const treatments = new HeaderTreatments<Treatment>((name) => {
  if (name === 'cookie' || name === 'authorization') return name;
  // Many upstreams read `_` as `-`, so that X_Forwarded_For would come in beside our own header.
  if (name.includes('_') || HOP_BY_HOP.has(name)) return 'drop';
  return isAmong(RESERVED_REQUEST_HEADERS, name) ? 'drop' : 'keep';
});

/**
 * The headers of the forwarded request as a flat list of names and values: the client's own, without those of its
 * connection, without our credentials, with the forwarding headers as we see them. Spec: permissions 5.7.
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
    if (treatment === 'authorization' && by.dropsAuthorization) continue;
    if (treatment === 'drop' || (named.size > 0 && named.has(name.toLowerCase()))) continue;
    const value = rawHeaders[index + 1] ?? '';
    const kept = treatment === 'cookie' && !by.keepsCookie ? withoutCookie(value, cookieName) : value;
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
