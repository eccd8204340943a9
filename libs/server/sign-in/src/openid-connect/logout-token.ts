import { IdentityRejected } from '../identity-provider';
import { CLOCK_TOLERANCE_SECONDS } from '../provider-client';
import { isObject } from '../provider-http';
import type { VerifiedToken } from './json-web-tokens';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds after its time of issue for which a logout token is accepted. */
const ACCEPTED_FOR_SECONDS = 300;

/** A logout at the provider: of one session, or of all sessions of a user. */
export interface ProviderLogout {
  readonly subject: string | undefined;
  readonly sessionId: string | undefined;
  /** Unique among the logouts of the provider. */
  readonly tokenId: string;
}

/** The logout in a verified token. Throws {@link IdentityRejected}. Source: OpenID Connect Back-Channel Logout 1.0, 2.6. */
export function logoutOf({ header, claims }: VerifiedToken): ProviderLogout {
  const { typ } = header;
  const { events, jti, iat, sub, sid } = claims;
  const isLogout = isObject(events) && isObject(events[EVENT]);
  // A nonce distinguishes an ID token from a logout token.
  if (!isLogout || 'nonce' in claims) throw new IdentityRejected('token_malformed', 'it is no logout token');
  if (typ !== undefined && !['logout+jwt', 'jwt'].includes(String(typ).toLowerCase())) {
    throw new IdentityRejected('token_malformed', 'it is no logout token');
  }
  if (typeof jti !== 'string' || jti === '') throw new IdentityRejected('token_malformed', 'jti is missing');
  if (typeof iat !== 'number') throw new IdentityRejected('token_malformed', 'iat is missing');
  if (iat + ACCEPTED_FOR_SECONDS + CLOCK_TOLERANCE_SECONDS < Date.now() / 1000)
    throw new IdentityRejected('token_expired');
  const subject = textOf(sub);
  const sessionId = textOf(sid);
  if (subject === undefined && sessionId === undefined) throw new IdentityRejected('subject_missing');
  return { subject, sessionId, tokenId: jti };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
