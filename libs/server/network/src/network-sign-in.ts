import { type UnitOfWork, actAs } from '@gatehouse/database';
import type { IssuedToken, SessionOrigin } from '@gatehouse/identity';
import type { NetworkTokens } from './network-tokens';
import type { TokenOwner } from './remote-user-repository';
import type { SessionStarts } from './ports';
import { originOf } from './session-origin';

/** Starts sessions with network tokens, for the API and the proxy. Reference: network-protocol#tokens. */
export class NetworkSignIn {
  constructor(
    private readonly tokens: Pick<NetworkTokens, 'verify'>,
    private readonly sessions: SessionStarts,
    private readonly unitOfWork: UnitOfWork,
    /** Name of the anonymous user, as whom no caller can sign in. */
    private readonly anonymousUser: string,
  ) {}

  /** Undefined for a token that is not valid; `forbidden` if it is linked with the anonymous user. */
  async start(
    token: string,
    origin: Omit<SessionOrigin, 'origin'>,
  ): Promise<(TokenOwner & { readonly issued: IssuedToken }) | 'forbidden' | undefined> {
    const account = await this.tokens.verify(token);
    if (!account) return undefined;
    actAs({
      kind: 'user',
      id: account.userId,
      name: account.userName,
      ...(origin.address === undefined ? {} : { address: origin.address }),
    });
    return this.unitOfWork.run(async () => {
      // INVARIANT: verified in the unit of work that starts the session, so that a renewal ends it or prevents it.
      const owner = await this.tokens.verify(token);
      if (!owner) return undefined;
      if (owner.userName === this.anonymousUser) return 'forbidden';
      const issued = await this.sessions.start(owner.userId, {
        ...origin,
        origin: originOf(owner.remoteUserId),
      });
      return { ...owner, issued };
    });
  }
}
