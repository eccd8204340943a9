import type { SessionRevoker, TokenRevoker } from '../dependencies';
import type { AccountNotices, NoticedUser } from './account-notices';
import type { UserRepository } from './user-repository';

interface Ports {
  readonly sessions: SessionRevoker;
  readonly tokens: TokenRevoker;
  readonly notices: AccountNotices;
}

/** What a new password does not end: none by default. */
interface KeptCredentials {
  readonly sessionId?: string | undefined;
  /** Ids of API tokens. */
  readonly tokenIds?: readonly string[] | undefined;
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
   * Inside the unit of work that stores the password: ends the sessions of the account, revokes the API tokens and network tokens
   * that authenticate as it, and notifies its owner, also of what still gives access. `user`: before the change. Throws
   * `keep_tokens_invalid`.
   */
  async apply(user: NoticedUser, { sessionId, tokenIds = [] }: KeptCredentials = {}): Promise<void> {
    const { sessions, tokens, notices } = this.ports;
    await sessions.endAllOf(user.id, sessionId);
    const keptTokens = await tokens.revokeAllOf(user.id, tokenIds);
    const linked = await this.users.linkedIdentities(user.id);
    await notices.passwordChanged(user, { linked, keptTokens });
  }
}
