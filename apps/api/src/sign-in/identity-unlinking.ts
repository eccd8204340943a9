import { Inject, Injectable } from '@nestjs/common';
import { type ExternalIdentity, UnitOfWork } from '@gatehouse/database';
import { Users } from '@gatehouse/directory';
import type { Caller } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';
import { ExternalAccounts, ProviderRegistry } from '@gatehouse/sign-in';
import { IdentityNotices } from './identity-notices';

/** Removes identities of users. */
@Injectable()
export class IdentityUnlinking {
  constructor(
    @Inject(ExternalAccounts) private readonly accounts: ExternalAccounts,
    @Inject(ProviderRegistry) private readonly registry: ProviderRegistry,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly notices: IdentityNotices,
  ) {}

  /** Ends the sessions of the identity's provider as well, except that of the caller. Throws `external_identity_last`. */
  async unlink(identity: ExternalIdentity, caller: Caller): Promise<void> {
    const configured = new Set((await this.registry.list()).map(({ definition }) => definition.name));
    const own = caller.kind === 'user' ? caller.session.sessionId : undefined;
    await this.unitOfWork.run(async () => {
      await this.accounts.unlink(identity, (provider) => configured.has(provider));
      await this.notices.unlinked(await this.users.byId(identity.userId), identity);
      await this.sessions.endAllOfOrigin(identity.userId, `provider:${identity.provider}:`, own);
    });
  }
}
