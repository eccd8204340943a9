import { type UnitOfWork, type User, actAs } from '@gatehouse/database';
import type { IssuedToken, SessionOrigin, SessionStore } from '@gatehouse/identity';
import type { ProviderDefinition } from '../definition';
import type { VerifiedIdentity } from '../identity-provider';
import { type ExternalAccounts, sessionOriginOf } from './external-accounts';

/** The client of a sign-in; unknown for tokens at the proxy. */
export type SignInOrigin = Omit<SessionOrigin, 'origin'>;

export interface IdentitySessionDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly accounts: ExternalAccounts;
  readonly sessions: Pick<SessionStore, 'start'>;
  /** Called inside the unit of work that starts a session. */
  readonly signedIn?: (user: User, origin: SignInOrigin) => Promise<void>;
}

/** Starts sessions of verified identities, for the API and the proxy. */
export class IdentitySessions {
  constructor(private readonly dependencies: IdentitySessionDependencies) {}

  /** Throws what `ExternalAccounts.accountOf` throws. */
  async start(
    identity: VerifiedIdentity,
    definition: ProviderDefinition,
    origin: SignInOrigin,
  ): Promise<IssuedToken> {
    const { unitOfWork, accounts, sessions, signedIn } = this.dependencies;
    const known = await accounts.find(identity);
    if (known) {
      const { address } = origin;
      actAs({ kind: 'user', id: known.id, name: known.name, ...(address === undefined ? {} : { address }) });
    }
    return unitOfWork.run(async () => {
      const user = await accounts.accountOf(identity, definition);
      await signedIn?.(user, origin);
      return sessions.start(user.id, { ...origin, origin: sessionOriginOf(identity) });
    });
  }
}
