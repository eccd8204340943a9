import type { ExternalIdentity, UnitOfWork, User } from '@gatehouse/database';
import type { Users } from '@gatehouse/directory';
import type { SessionStore } from '@gatehouse/identity';
import type { ProviderDefinition } from '../definition';
import { IdentityRejected, type VerifiedIdentity } from '../identity-provider';
import type { ProviderRegistry } from '../provider-registry';
import type { ExternalAccounts } from './external-accounts';

/** Notifies users of identities that can sign in to their accounts, inside the unit of work that makes the change. */
export interface IdentityNotices {
  linked(user: User, identity: NoticedIdentity): Promise<void>;
  unlinked(user: User, identity: NoticedIdentity): Promise<void>;
}

export type NoticedIdentity = Pick<VerifiedIdentity, 'provider' | 'subject'> & {
  readonly userName?: string | null | undefined;
};

export interface IdentityLinkDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly accounts: Pick<ExternalAccounts, 'link' | 'unlink'>;
  readonly registry: Pick<ProviderRegistry, 'list'>;
  readonly sessions: Pick<SessionStore, 'exists' | 'endAllOfOrigin'>;
  readonly users: Pick<Users, 'byId'>;
  readonly notices: IdentityNotices;
}

/** Adds identities to accounts of users, and removes them. Reference: identity-providers#identities. */
export class IdentityLinks {
  constructor(private readonly dependencies: IdentityLinkDependencies) {}

  /**
   * Adds an identity to the account of its owner, who is signed in with a session. Throws `external_identity_exists`, or
   * {@link IdentityRejected} if the session has ended while the provider was asked, as a new password ends it.
   */
  link(
    identity: VerifiedIdentity,
    definition: ProviderDefinition,
    { userId, sessionId }: { readonly userId: number; readonly sessionId: string },
  ): Promise<void> {
    const { unitOfWork, accounts, sessions, users, notices } = this.dependencies;
    return unitOfWork.run(async () => {
      if (!(await sessions.exists(sessionId))) throw new IdentityRejected('login_required');
      const user = await users.byId(userId);
      if (await accounts.link(user, identity, definition)) await notices.linked(user, identity);
    });
  }

  /** Ends the sessions of the identity's provider as well, except one. Throws `external_identity_last`. */
  async unlink(identity: ExternalIdentity, exceptSessionId: string | undefined): Promise<void> {
    const { unitOfWork, accounts, registry, sessions, users, notices } = this.dependencies;
    const configured = new Set((await registry.list()).map(({ definition }) => definition.name));
    await unitOfWork.run(async () => {
      await accounts.unlink(identity, (provider) => configured.has(provider));
      await notices.unlinked(await users.byId(identity.userId), identity);
      await sessions.endAllOfOrigin(identity.userId, `provider:${identity.provider}:`, exceptSessionId);
    });
  }
}
