import { type UnitOfWork, actAs } from '@gatehouse/database';
import type { IssuedToken, NewDevices, SessionOrigin, SessionStore, SignInClient } from '@gatehouse/identity';
import type { ProviderDefinition } from '../definition';
import type { VerifiedIdentity } from '../identity-provider';
import { type ExternalAccounts, sessionOriginOf } from './external-accounts';

export interface IdentitySessionDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly accounts: ExternalAccounts;
  readonly sessions: Pick<SessionStore, 'start'>;
  readonly devices: Pick<NewDevices, 'note'>;
}

/** Starts sessions of verified identities, for the API and the proxy. */
export class IdentitySessions {
  constructor(private readonly dependencies: IdentitySessionDependencies) {}

  /** `isInteractive`: not with a token. Throws what `ExternalAccounts.accountOf` throws. */
  async start(
    identity: VerifiedIdentity,
    definition: ProviderDefinition,
    client: SignInClient & Pick<SessionOrigin, 'isInteractive'>,
  ): Promise<IssuedToken> {
    const { unitOfWork, accounts, sessions, devices } = this.dependencies;
    const existing = await accounts.find(identity);
    if (existing) actAs({ kind: 'user', id: existing.id, name: existing.name, address: client.address });
    return unitOfWork.run(async () => {
      const user = await accounts.accountOf(identity, definition);
      await devices.note(user, client);
      return sessions.start(user.id, { ...client, origin: sessionOriginOf(identity) });
    });
  }
}
