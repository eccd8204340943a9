import type { IncomingMessage } from 'node:http';
import type { CookieReissue, IssuedToken, LiveSession } from '@gatehouse/identity';
import { isBegunElsewhere, setCookie } from '@gatehouse/wire';
import type { ProxySettings } from '@gatehouse/settings';
import type { MaybePromise, Caller } from '@gatehouse/enforcement';

/**
 * `Set-Cookie` of replies: for sessions that the request's credentials have started, and for those
 * that are due for a reissue.
 */
export class SessionCookies {
  constructor(
    private readonly reissue: Pick<CookieReissue, 'cookieFor'>,
    private readonly settings: ProxySettings,
  ) {}

  cookieFor(
    caller: Caller | undefined,
    { headers }: Pick<IncomingMessage, 'headers'>,
  ): MaybePromise<string | undefined> {
    if (caller?.kind !== 'session') return undefined;
    const { issued, session, credentials } = caller;
    // A token is no session that could go on with a cookie.
    if (session.apiToken) return undefined;
    // A link must not sign in the browser of whoever opens it.
    if (credentials === 'parameter' && isBegunElsewhere(headers)) return undefined;
    return issued ? this.issuedCookie(issued, session) : this.reissue.cookieFor(session);
  }

  /** For a refusal: that of a session which the credentials of the request have started, unless they were in its address. */
  issuedFor(caller: Caller | undefined): string | undefined {
    return caller?.kind === 'session' && caller.issued && caller.credentials !== 'parameter'
      ? this.issuedCookie(caller.issued, caller.session)
      : undefined;
  }

  private issuedCookie({ token, maxAge }: IssuedToken, { expiresAt }: LiveSession): string {
    const now = new Date();
    const left = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
    return setCookie(this.settings, token, maxAge === undefined ? undefined : left, now);
  }
}
