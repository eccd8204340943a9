import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS, type Caller, type Identification, SETTINGS, scopeOf } from '@gatehouse/http';
import { CookieReissue, SessionUses } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { tokensIn } from '@gatehouse/wire';
import { InMemoryCallers } from './in-memory-callers';
import { StoredCallers } from './stored-callers';

const MOST_TOKENS = 4;

/**
 * Identifies the caller by the session cookie, and renews the cookie when it is due. Sessions are looked up in the snapshot
 * once it has reached the newest revision: concurrent requests share one query for it, and a session that was revoked
 * before a request arrived is not valid for that request. Reference: sessions#cookie, sessions#sessions.
 */
@Injectable()
export class CookieIdentification implements Identification {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CookieReissue) private readonly reissue: CookieReissue,
    @Inject(SessionUses) private readonly uses: SessionUses,
    private readonly inMemory: InMemoryCallers,
    private readonly stored: StoredCallers,
  ) {}

  identify(request: IncomingMessage & { res?: ServerResponse }): Caller | Promise<Caller> {
    const tokens = tokensIn(request.headers.cookie, this.settings.cookieName) ?? [];
    return tokens.length === 0 ? ANONYMOUS : this.callerOf(tokens.slice(0, MOST_TOKENS), request);
  }

  /** A client may still send the cookie of an earlier session next to the current one. */
  private async callerOf(
    tokens: readonly string[],
    request: IncomingMessage & { res?: ServerResponse },
  ): Promise<Caller> {
    for (const token of tokens) {
      const caller = (await this.inMemory.find(token, scopeOf(request))) ?? (await this.stored.find(token));
      if (caller === 'unknown') continue;
      this.uses.note(caller.session);
      const reissued = request.res && this.reissue.cookieFor(caller.session);
      const cookie = reissued && (await reissued);
      if (cookie !== undefined) request.res?.appendHeader('Set-Cookie', cookie);
      return caller;
    }
    return ANONYMOUS;
  }
}
