import type { Logger } from '@gatehouse/logging';
import { type CookieSettings, setCookie } from '@gatehouse/wire';
import type { LiveSession, SessionStore } from './session-store';

/** Milliseconds that a reply may wait for its new cookie. */
const TIMEOUT_MS = 1_000;
/** Milliseconds before a failed reissue is retried. */
const RETRY_MS = 10_000;

/**
 * Issues new cookies, so that a session lasts while it is used. One per session at a time, and not again before the next
 * tenth of its lifetime: many requests are concurrent, and many clients keep sending their first cookie. Best
 * effort: no request fails because of it. Reference: sessions#cookie, enforcement#identification.
 */
export class CookieReissue {
  /** When the cookie of a session may be reissued; released together with the cached session. */
  private readonly notBefore = new WeakMap<LiveSession, number>();

  constructor(
    private readonly sessions: Pick<SessionStore, 'isDueForReissue' | 'reissue'>,
    private readonly settings: CookieSettings,
    private readonly logger: Logger,
  ) {}

  /** `Set-Cookie` of the reply; synchronously undefined if none is due. */
  cookieFor(session: LiveSession, now = new Date()): Promise<string | undefined> | undefined {
    if (!this.sessions.isDueForReissue(session, now)) return undefined;
    if ((this.notBefore.get(session) ?? 0) > now.getTime()) return undefined;
    this.notBefore.set(session, now.getTime() + (this.settings.cookieExpire / 10) * 1000);
    return this.reissue(session, now);
  }

  private async reissue(session: LiveSession, now: Date): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    });
    const issued = this.sessions.reissue(session, now).catch((error: unknown) => {
      this.notBefore.set(session, now.getTime() + RETRY_MS);
      this.logger.warn({ error, userId: session.userId }, 'the session cookie could not be reissued');
      return undefined;
    });
    const first = await Promise.race([issued, late]);
    clearTimeout(timer);
    return first && setCookie(this.settings, first.token, first.maxAge, now);
  }
}
