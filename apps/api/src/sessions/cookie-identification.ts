import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import {
  ANONYMOUS,
  type Caller,
  type Identification,
  SETTINGS,
  type SignedInCaller,
  scopeOf,
} from '@gatehouse/http';
import { CookieReissue, SessionUses, identifyingSession } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { identifyingTokensIn } from '@gatehouse/wire';
import { InMemoryCallers } from './in-memory-callers';
import { StoredCallers } from './stored-callers';

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
    const tokens = identifyingTokensIn(request.headers.cookie, this.settings.cookieName) ?? [];
    return tokens.length === 0 ? ANONYMOUS : this.callerOf(tokens, request);
  }

  /** Several cookies identify a caller only if all sessions that they name are of one user. */
  private async callerOf(
    tokens: readonly string[],
    request: IncomingMessage & { res?: ServerResponse },
  ): Promise<Caller> {
    const callers: SignedInCaller[] = [];
    for (const token of tokens) {
      const caller = (await this.inMemory.find(token, scopeOf(request))) ?? (await this.stored.find(token));
      if (caller !== 'unknown') callers.push(caller);
    }
    const session = identifyingSession(callers.map((caller) => caller.session));
    const caller = callers.find((one) => one.session === session);
    if (!caller) return ANONYMOUS;
    this.uses.note(caller.session);
    const reissued = request.res && this.reissue.cookieFor(caller.session);
    const cookie = reissued && (await reissued);
    if (cookie !== undefined) request.res?.appendHeader('Set-Cookie', cookie);
    return caller;
  }
}
