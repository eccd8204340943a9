import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Users } from '@gatehouse/directory';
import type { Origin, SignedInCaller } from '@gatehouse/http';
import { type IssuedToken, NewDevices, type SessionOrigin, SessionStore } from '@gatehouse/identity';
import {
  ExternalAccounts,
  IdentityRejected,
  IdentitySessions,
  type RegisteredProvider,
  type VerifiedIdentity,
} from '@gatehouse/sign-in';
import { IdentityNotices } from './identity-notices';

/** Sessions and links of identities that a provider has confirmed. */
@Injectable()
export class ProviderSessions {
  constructor(
    @Inject(NewDevices) private readonly devices: NewDevices,
    private readonly notices: IdentityNotices,
    private readonly users: Users,
    @Inject(ExternalAccounts) private readonly accounts: ExternalAccounts,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Throws what `ExternalAccounts.accountOf` throws. */
  start(
    identity: VerifiedIdentity,
    { definition }: RegisteredProvider,
    origin: Origin & Pick<SessionOrigin, 'isInteractive'>,
  ): Promise<IssuedToken> {
    const { unitOfWork, accounts, sessions, devices } = this;
    return new IdentitySessions({ unitOfWork, accounts, sessions, devices }).start(
      identity,
      definition,
      origin,
    );
  }

  /**
   * Adds an identity to the account of its signed-in owner. Throws `external_identity_exists`, or {@link IdentityRejected} if
   * the session of the owner has ended while the provider was asked, as a new password ends it.
   */
  link(
    identity: VerifiedIdentity,
    { definition }: RegisteredProvider,
    { userId, session }: Pick<SignedInCaller, 'userId' | 'session'>,
  ): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.sessions.exists(session.sessionId))) throw new IdentityRejected('login_required');
      const user = await this.users.byId(userId);
      if (await this.accounts.link(user, identity, definition)) await this.notices.linked(user, identity);
    });
  }
}
