import type { User } from '@gatehouse/database';
import type { AccountSummary } from './user';
import type { UserRepository } from './user-repository';

/** What sign-in and sessions need of accounts: the stored forms of passwords. */
export class Accounts {
  constructor(
    private readonly users: UserRepository,
    private readonly adminGroup: string,
  ) {}

  /** The account of a login, which is a name or else an email address, with the stored form of its password. */
  findByLogin(login: string): Promise<User | null> {
    return this.users.findByLogin(login);
  }

  /** The account of a session; undefined if it was deleted. */
  summaryOf(userId: number): Promise<AccountSummary | undefined> {
    return this.users.summaryOf(userId, this.adminGroup);
  }

  /** Inside a unit of work: whether the account exists and still has the password that it was read with. */
  hasPasswordOf({ id, passwordHash }: User): Promise<boolean> {
    return this.users.hasHash(id, passwordHash ?? null);
  }

  /** Inside a unit of work: replaces the stored form of a password by a newer one, unless the password was changed. */
  rehash({ id, passwordHash }: User, newHash: string): Promise<void> {
    return this.users.replaceHash(id, passwordHash ?? null, newHash);
  }
}
