import { type LiveSession, type SessionStore } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { ProxySettings } from '@gatehouse/settings';
import { setCookie } from '@gatehouse/wire';

/** Milliseconds that a reply may wait for its fresh cookie. */
const TIMEOUT_MS = 1_000;
/** Milliseconds after which another try is made when one has failed. */
const RETRY = 10_000;

/**
 * Hands out fresh cookies, so that a session lives on while it is used. One for each token at a time, and not again before
 * the next tenth of its life: many clients send their first cookie to the end, whatever they are given. Best effort, no
 * request fails for it. Spec: decisions 20, permissions 5.4 (X5).
 */
export class Reissue {
  /** When a token may be asked about again; forgotten together with the session that the directory remembers. */
  private readonly notBefore = new WeakMap<LiveSession, number>();

  constructor(
    private readonly sessions: Pick<SessionStore, 'isDueForReissue' | 'reissue'>,
    private readonly settings: ProxySettings,
    private readonly logger: Logger,
  ) {}

  /** `Set-Cookie` of the reply; undefined when none is due, at once so. */
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
      this.notBefore.set(session, now.getTime() + RETRY);
      this.logger.warn({ error, userId: session.userId }, 'a session cookie could not be reissued');
      return undefined;
    });
    const first = await Promise.race([issued, late]);
    clearTimeout(timer);
    return first && setCookie(this.settings, first.token, first.maxAge, now);
  }
}
