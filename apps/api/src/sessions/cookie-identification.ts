import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS, type Caller, type Identification, SETTINGS, scopeOf } from '@gatehouse/http';
import { CookieReissue, SessionUses } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { identifyingTokensIn } from '@gatehouse/wire';
import { TokenCallers } from './token-callers';

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
    private readonly callers: TokenCallers,
  ) {}

  identify(request: IncomingMessage & { res?: ServerResponse }): Caller | Promise<Caller> {
    const tokens = identifyingTokensIn(request.headers.cookie, this.settings.cookieName) ?? [];
    return tokens.length === 0 ? ANONYMOUS : this.callerOf(tokens, request);
  }

  private async callerOf(
    tokens: readonly string[],
    request: IncomingMessage & { res?: ServerResponse },
  ): Promise<Caller> {
    const caller = await this.callers.find(tokens, scopeOf(request));
    if (!caller) return ANONYMOUS;
    this.uses.note(caller.session);
    const reissued = request.res && this.reissue.cookieFor(caller.session);
    const cookie = reissued && (await reissued);
    if (cookie !== undefined) request.res?.appendHeader('Set-Cookie', cookie);
    return caller;
  }
}
