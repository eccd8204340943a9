import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { type IssuedToken, SessionStore } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { clearCookies, startCookies, tokensIn } from '@gatehouse/wire';

type SetCookie = readonly ['Set-Cookie', string];

/** The sessions that a browser has cookies of: at most one of them goes on. Reference: sessions#several-cookies. */
@Injectable()
export class BrowserSessions {
  constructor(
    @Inject(SessionStore) private readonly sessions: Pick<SessionStore, 'endOfTokens'>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * After a successful sign-in: ends the sessions that the request's cookies name, which somebody else may have put there, and
   * returns the cookie of the new one.
   */
  async started(cookieHeader: string | undefined, issued: IssuedToken): Promise<readonly SetCookie[]> {
    await this.end(cookieHeader);
    return toHeaders(startCookies(this.settings, issued.token, issued.maxAge, new Date()));
  }

  /** Ends all sessions that the request's cookies name, and removes the cookies. */
  async ended(cookieHeader: string | undefined): Promise<readonly SetCookie[]> {
    await this.end(cookieHeader);
    return this.removed;
  }

  /** The headers that remove the cookies. */
  get removed(): readonly SetCookie[] {
    return toHeaders(clearCookies(this.settings));
  }

  private end(cookieHeader: string | undefined): Promise<void> {
    return this.sessions.endOfTokens(tokensIn(cookieHeader, this.settings.cookieName) ?? []);
  }
}

function toHeaders(values: readonly string[]): readonly SetCookie[] {
  return values.map((value) => ['Set-Cookie', value]);
}
