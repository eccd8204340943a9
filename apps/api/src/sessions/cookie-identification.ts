import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS, type Caller, type Identification, SETTINGS, scopeOf } from '@gatehouse/http';
import { CookieReissue } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { tokensIn } from '@gatehouse/wire';
import { KnownCallers } from './known-callers';
import { StoredCallers } from './stored-callers';

const MOST_TOKENS = 4;

/**
 * Who calls, by the session cookie; and the fresh cookie that a reply carries when it is time. The snapshot tells, once it
 * has reached the newest revision: requests that come together share that one question to the database, and what was
 * revoked before a request came does not count for it. Reference: sessions#cookie, sessions#sessions.
 */
@Injectable()
export class CookieIdentification implements Identification {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CookieReissue) private readonly reissue: CookieReissue,
    private readonly known: KnownCallers,
    private readonly stored: StoredCallers,
  ) {}

  identify(request: IncomingMessage & { res?: ServerResponse }): Caller | Promise<Caller> {
    const tokens = tokensIn(request.headers.cookie, this.settings.cookieName) ?? [];
    return tokens.length === 0 ? ANONYMOUS : this.callerOf(tokens.slice(0, MOST_TOKENS), request);
  }

  /** A client may still send the cookie of an earlier session beside the one that counts. */
  private async callerOf(
    tokens: readonly string[],
    request: IncomingMessage & { res?: ServerResponse },
  ): Promise<Caller> {
    for (const token of tokens) {
      const caller = (await this.known.find(token, scopeOf(request))) ?? (await this.stored.find(token));
      if (caller === 'nobody') continue;
      const reissued = request.res && this.reissue.cookieFor(caller.session);
      const cookie = reissued && (await reissued);
      if (cookie !== undefined) request.res?.appendHeader('Set-Cookie', cookie);
      return caller;
    }
    return ANONYMOUS;
  }
}
