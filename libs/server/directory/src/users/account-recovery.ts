import type { UnitOfWork, User } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { UserPorts } from './users';
import { userNotFound } from './user-errors';
import type { UserRepository } from './user-repository';
import type { UserRules } from './user-rules';

/** What the owner of an account does with a link in a mail. Reference: sessions#changes-of-email-and-password. */
export class AccountRecovery {
  constructor(
    private readonly users: UserRepository,
    private readonly rules: UserRules,
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: Pick<UserPorts, 'passwords' | 'newPasswords' | 'notices'>,
  ) {}

  /**
   * The account of a login whose owner may set a new password by mail; undefined if there is none. The password of the
   * configured administrator is that of the configuration, and an account without password signs in in another way.
   */
  async recoverable(login: string): Promise<User | undefined> {
    const user = await this.users.findByLogin(login);
    if (!user?.passwordHash) return undefined;
    const isSpecial = this.rules.isAnonymous(user.name) || this.rules.isConfiguredAdministrator(user.name);
    return isSpecial ? undefined : user;
  }

  /** The stored form of a new password that the owner of an account chooses. Throws the rule that it breaks. */
  async hashOwnPassword(userId: number, password: string): Promise<string> {
    await this.rules.checkSelfChosenPassword(password, await this.existing(userId));
    return this.ports.passwords.hash(password);
  }

  /** Inside a unit of work: replaces the password, ends all sessions and revokes the network tokens. */
  async resetPassword(userId: number, passwordHash: string): Promise<User> {
    const user = await this.existing(userId);
    await this.users.update(userId, { passwordHash });
    await this.ports.newPasswords.apply(user);
    return user;
  }

  /** Changes the email address to one that its owner has confirmed. Throws `user_email_taken`. */
  confirmEmail(userId: number, email: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const user = await this.existing(userId);
      this.rules.checkNewEmail(email);
      if ((await this.users.takenBy(user.name, email, user.id)) === 'user_email') {
        throw problem('user_email_taken');
      }
      await this.users.update(userId, { email });
      await this.ports.notices.emailChanged(user, email);
    });
  }

  private async existing(userId: number): Promise<User> {
    const user = await this.users.findById(userId);
    if (!user) throw userNotFound();
    return user;
  }
}
