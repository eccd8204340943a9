import type { IncomingMessage } from 'node:http';
import type { SessionDirectory } from '@gatehouse/access';
import { type LiveSession, tokensIn } from '@gatehouse/identity';

/** Who sends a request: a session, nobody in particular, or somebody with credentials that the proxy does not take. */
export type Identity =
  | {
      readonly kind: 'session';
      readonly session: LiveSession;
      /** What of the request told so; it was for us and is not for the upstream. */
      readonly credentials: 'cookie' | 'authorization' | 'parameter';
    }
  | { readonly kind: 'anonymous' | 'unsupported credentials'; readonly credentials?: undefined };

const ANONYMOUS: Identity = { kind: 'anonymous' };
const UNSUPPORTED: Identity = { kind: 'unsupported credentials' };

/** Most cookies of our name that are looked at; browsers send several when paths or domains overlap. */
const MAX_TOKENS = 4;

/**
 * Tells who sends a request. A cookie decides by its mere presence: one that is good names its session, any other means
 * anonymous. Without a cookie `Authorization` counts; no scheme of it is supported yet, and credentials that cannot be
 * checked are refused rather than ignored, also on public services. Spec: permissions 5.4, decisions 22.
 */
export class Identification {
  private readonly ownCookie: RegExp;

  constructor(
    private readonly sessions: Pick<SessionDirectory, 'find'>,
    private readonly cookieName: string,
  ) {
    this.ownCookie = new RegExp(`(?:^|;)\\s*${cookieName.replace(/[$*+.^|]/g, '\\$&')}\\s*=`);
  }

  /** At once for sessions that are known; fails with `SessionsUnavailable`. */
  identify(request: IncomingMessage): Identity | Promise<Identity> {
    const { cookie, authorization } = request.headers;
    if (cookie === undefined || !this.ownCookie.test(cookie)) {
      return authorization === undefined ? ANONYMOUS : UNSUPPORTED;
    }
    return this.firstOf(tokensIn(cookie, this.cookieName).slice(0, MAX_TOKENS));
  }

  private firstOf(tokens: readonly string[]): Identity | Promise<Identity> {
    for (const [index, token] of tokens.entries()) {
      const session = this.sessions.find(token);
      if (session instanceof Promise) {
        return session.then((found) =>
          found
            ? { kind: 'session', session: found, credentials: 'cookie' }
            : this.firstOf(tokens.slice(index + 1)),
        );
      }
      if (session) return { kind: 'session', session, credentials: 'cookie' };
    }
    return ANONYMOUS;
  }
}
