import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ApiTokenDirectory, SessionsUnavailable, digestOf } from '@gatehouse/access';
import { Accounts } from '@gatehouse/directory';
import { type RequestScope, SETTINGS, type SignedInCaller, scopeOf } from '@gatehouse/http';
import {
  ApiTokenStore,
  type LiveSession,
  SessionUses,
  apiTokenIn,
  tooManySignIns,
} from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';
import { InMemoryState } from '../snapshot/in-memory-state';

/** Callers by the API token in `Authorization`, which takes precedence over cookies. Reference: sessions#api-tokens. */
@Injectable()
export class ApiTokenCallers {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(ApiTokenDirectory) private readonly directory: ApiTokenDirectory,
    @Inject(ApiTokenStore) private readonly tokens: ApiTokenStore,
    @Inject(SessionUses) private readonly uses: SessionUses,
    private readonly state: InMemoryState,
    private readonly accounts: Accounts,
  ) {}

  /** The token of a request; undefined if it has none, or has it as the password of `Basic` where that is not accepted. */
  tokenIn({ headers: { authorization } }: Pick<IncomingMessage, 'headers'>): string | undefined {
    const presented = authorization === undefined ? undefined : apiTokenIn(authorization);
    if (!presented) return undefined;
    return presented.scheme === 'bearer' || this.settings.tokenBasic ? presented.secret : undefined;
  }

  /** Throws `api_token_invalid` for a token that is not valid, `sign_in_rate_limited` after too many of these. */
  async identify(request: IncomingMessage, token: string): Promise<SignedInCaller> {
    const scope = scopeOf(request);
    const network = networkOf(scope.address);
    const found = await this.find(token, network, scope);
    if (typeof found === 'number') throw tooManySignIns(this.settings, found);
    if (!found) throw problem('api_token_invalid');
    this.uses.note(found.session, Date.now(), () => ({ network, userAgent: request.headers['user-agent'] }));
    return found;
  }

  /** The caller of a token as of now; undefined if it is not valid, a number of seconds to wait after too many look-ups. */
  async find(
    token: string,
    network: string,
    scope: Pick<RequestScope, 'confirmedRevision'>,
  ): Promise<SignedInCaller | number | undefined> {
    if (!(await this.state.at(scope))) return this.stored(token);
    try {
      const found = await this.directory.find(token, digestOf(token), () => network);
      if (typeof found === 'number' || !found) return found;
      const { snapshot } = this.state.records();
      const user = snapshot.user(found.userId);
      return user && callerOf(found, user.name, snapshot.isAdministrator(user.id));
    } catch (error) {
      if (error instanceof SessionsUnavailable) return this.stored(token);
      throw error;
    }
  }

  /** From the database: slower, used while the change feed is interrupted. */
  private async stored(token: string): Promise<SignedInCaller | undefined> {
    const session = await this.tokens.find(token);
    const account = session && (await this.accounts.summaryOf(session.userId));
    return account && callerOf(session, account.name, account.isAdministrator);
  }
}

/** The role of an administrator counts only with a token that has it. */
function callerOf(session: LiveSession, userName: string, isAdministrator: boolean): SignedInCaller {
  const { apiToken, userId } = session;
  const hasRole = apiToken?.isAdministrator === true && apiToken.restriction === null;
  return { kind: 'user', userId, userName, isAdministrator: isAdministrator && hasRole, session };
}
