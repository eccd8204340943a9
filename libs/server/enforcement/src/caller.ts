import { type AccessSnapshot, type AccessView, accessWith } from '@gatehouse/access-engine';
import type { IssuedToken, LiveSession } from '@gatehouse/identity';
import type { Problem } from '@gatehouse/problems';

/** A caller with a session. */
export interface SignedInCaller {
  readonly kind: 'session';
  readonly session: LiveSession;
  /** The part of the request that identified the caller; it is addressed to the proxy and not to the upstream. */
  readonly credentials: 'cookie' | 'authorization' | 'basic' | 'parameter';
  /** The token of a session that the credentials have started, for a cookie. */
  readonly issued?: IssuedToken;
}

/** Who sends a request: signed in, anonymous, or with credentials that are not accepted or cannot be checked. */
export type Caller =
  | SignedInCaller
  | {
      readonly kind:
        | 'anonymous'
        | 'unsupported credentials'
        | 'refused credentials'
        | 'refused token'
        | 'unchecked credentials'
        | 'sessions unavailable';
      readonly credentials?: undefined;
    }
  | {
      /** Too many credentials of the client's network were refused. */
      readonly kind: 'limited credentials';
      readonly refusal: Problem;
      readonly credentials?: undefined;
    };

/** What the snapshot answers about a caller: with an API token, within its rules. */
export function accessOf(snapshot: AccessSnapshot, caller: Caller | undefined): AccessView {
  return accessWith(snapshot, caller?.kind === 'session' ? caller.session.apiToken : undefined);
}

/** The id of the caller's user; undefined for anonymous callers. */
export function userOf(caller: Caller | undefined): number | undefined {
  return caller?.kind === 'session' ? caller.session.userId : undefined;
}
