import type { User } from '@gatehouse/database';
import type { NoticedUser } from './account-notices';
import type { UserRepository } from './user-repository';
import type { UserRules } from './user-rules';

/** An account, and who receives the mails about its API tokens. */
export interface ContactedAccount {
  readonly account: Pick<User, 'id' | 'name' | 'kind'>;
  readonly contacts: readonly NoticedUser[];
}

/**
 * Who is notified of the API tokens of an account: a person, of the own ones; of those of a service account, the administrator who has
 * created it, or all administrators if that user was deleted, is no administrator any more, or has no address.
 * Reference: sessions#service-accounts.
 */
export class AccountContacts {
  constructor(
    private readonly users: UserRepository,
    private readonly rules: UserRules,
    private readonly adminGroup: string,
  ) {}

  /** Undefined if the account was deleted. */
  async of(userId: number): Promise<ContactedAccount | undefined> {
    const account = await this.users.findById(userId);
    if (!account) return undefined;
    const candidates = account.kind === 'person' ? [account] : await this.responsible(account);
    return { account, contacts: candidates.filter((user) => this.rules.hasMailbox(user)) };
  }

  private async responsible({ createdBy }: User): Promise<NoticedUser[]> {
    const creator = createdBy === null ? null : await this.users.findById(createdBy);
    if (creator && this.rules.hasMailbox(creator)) {
      const summary = await this.users.summaryOf(creator.id, this.adminGroup);
      if (summary?.isAdministrator) return [creator];
    }
    return this.users.administrators(this.adminGroup);
  }
}
