import type { SessionRevoker, TokenRevoker } from '../dependencies';
import type { AccountNotices, NoticedUser } from './account-notices';
import type { UserRepository } from './user-repository';

interface Ports {
  readonly sessions: SessionRevoker;
  readonly tokens: TokenRevoker;
  readonly notices: AccountNotices;
}

/**
 * What follows from a new password, whoever has set it: anyone who knew the old one may have signed in. Reference:
 * sessions#revocation.
 */
export class NewPasswords {
  constructor(
    private readonly users: Pick<UserRepository, 'linkedIdentities'>,
    private readonly ports: Ports,
  ) {}

  /**
   * Inside the unit of work that stores the password: ends the sessions of the account but one, revokes the network tokens
   * that sign in as it, and notifies its owner, also of the identities that can still sign in. `user`: before the change.
   */
  async apply(user: NoticedUser, exceptSessionId?: string): Promise<void> {
    const { sessions, tokens, notices } = this.ports;
    await sessions.endAllOf(user.id, exceptSessionId);
    await tokens.revokeAllOf(user.id);
    await notices.passwordChanged(user, await this.users.linkedIdentities(user.id));
  }
}
