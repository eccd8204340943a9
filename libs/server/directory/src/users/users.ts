import { type UnitOfWork, type User, UserStatus } from '@gatehouse/database';
import { type Problem, problem } from '@gatehouse/problems';
import type { PasswordHasher } from '../dependencies';
import type { DirectoryEvents } from '../events';
import type { Memberships } from '../memberships/memberships';
import type { Page } from '../page';
import { throwIfAny } from '../throw-if-any';
import type { AccountNotices } from './account-notices';
import type {
  AccountCaller,
  AccountNames,
  NamedUser,
  NewServiceAccount,
  NewUser,
  ShownUser,
  TakenField,
  UserChange,
  UserColumns,
  UserRow,
  UserUpdate,
} from './user';
import type { NewPasswords } from './new-passwords';
import { checkChange } from './user-change';
import { userNotFound, userTaken } from './user-errors';
import type { UserRepository } from './user-repository';
import type { UserRules } from './user-rules';

/** What accounts need besides the database. */
export interface UserPorts {
  readonly passwords: PasswordHasher;
  readonly newPasswords: NewPasswords;
  readonly events: DirectoryEvents;
  readonly notices: AccountNotices;
}

/** User accounts: their rules and every write of them. */
export class Users {
  constructor(
    private readonly users: UserRepository,
    readonly rules: UserRules,
    private readonly memberships: Memberships,
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: UserPorts,
  ) {}

  /** Users of these statuses, or of all, sorted by name. */
  list(statuses: readonly UserStatus[] | undefined, page: Page): Promise<UserRow[]> {
    return this.users.list(statuses, page);
  }

  names(statuses: readonly UserStatus[] | undefined, page: Page): Promise<string[]> {
    return this.users.names(statuses, page);
  }

  /** Service accounts, sorted by name. */
  serviceAccounts(page: Page): Promise<UserRow[]> {
    return this.users.serviceAccounts(page);
  }

  serviceAccountNames(page: Page): Promise<string[]> {
    return this.users.serviceAccountNames(page);
  }

  /** Throws `user_not_found`. Names are compared ignoring case. */
  async byName(name: string): Promise<User> {
    const user = await this.users.findByName(name);
    if (!user) throw userNotFound();
    return user;
  }

  /** Throws `user_not_found`. */
  async byId(id: number): Promise<User> {
    const user = await this.users.findById(id);
    if (!user) throw userNotFound();
    return user;
  }

  /** Reads users in one query. The function returned throws the error of {@link byName} for a name that is not found. */
  async finderOf(names: readonly string[]): Promise<(name: string) => Pick<User, 'id' | 'name'>> {
    const found = new Map<string, NamedUser>(
      (await this.users.findNamed(names)).map((user) => [user.requested, user]),
    );
    return (name) => {
      const user = found.get(name);
      if (!user) throw userNotFound();
      return user;
    };
  }

  /**
   * Creates an account, which joins the anonymous group and the one that is requested. Throws `user_name_taken`,
   * `user_email_taken`, `group_not_found`, or the error of a value that an account cannot be given.
   */
  async create({ password, groupName, ...columns }: NewUser): Promise<User> {
    const { name, email } = columns;
    this.rules.checkNewName(name);
    this.rules.checkNewEmail(email);
    this.rules.checkNewPassword(password);
    // Checked before the password is hashed, which is expensive; the unique indexes decide below.
    if (await this.users.takenBy(name, email)) throw await this.takenError({ name, email });
    const passwordHash = await this.ports.passwords.hash(password);
    return this.insert({ ...columns, kind: 'person', createdBy: null, passwordHash }, groupName);
  }

  /**
   * Creates the account of a completed registration, which joins only the anonymous group. Values are checked again: the
   * configuration may have changed since the registration. Throws what {@link create} throws.
   */
  async createRegistered(account: UserColumns): Promise<User> {
    this.rules.checkNewName(account.name);
    this.rules.checkRegisteredEmail(account.email);
    return this.insert(account);
  }

  /**
   * Creates the account of an identity at a provider, without a password; it joins only the anonymous group. The address
   * may be empty. Throws what {@link create} throws.
   */
  async createExternal({ name, email }: AccountNames): Promise<User> {
    this.rules.checkNewName(name);
    if (email !== '') this.rules.checkNewEmail(email);
    return this.insert({ name, email, passwordHash: null });
  }

  /**
   * Creates an account of a program, which has no password and may have no address. Throws what {@link create} throws, and
   * `service_account_not_allowed` for a group whose terms have to be accepted.
   */
  async createServiceAccount({ name, email = '', groupName, createdBy }: NewServiceAccount): Promise<User> {
    this.rules.checkNewName(name);
    if (email !== '') this.rules.checkNewEmail(email);
    return this.insert({ name, email, passwordHash: null, kind: 'service', createdBy }, groupName);
  }

  /** Which value of a new account another one has, the name first. */
  takenBy(name: string, email: string): Promise<TakenField | undefined> {
    return this.users.takenBy(name, email);
  }

  /**
   * Bulk operation for imports and sample data: creates accounts under the rules of {@link create}, with stored forms of
   * passwords instead of passwords; addresses may be empty. Either all of them are created or none. Takes a few statements, however many accounts
   * there are. Returns their ids in the order given.
   */
  async createAll(accounts: readonly UserColumns[]): Promise<number[]> {
    for (const { name, email } of accounts) {
      this.rules.checkNewName(name);
      if (email !== '') this.rules.checkNewEmail(email);
    }
    return this.unitOfWork.run(async () => {
      const ids = await this.users.insertAll(accounts);
      const rejected = accounts[ids.indexOf(undefined)];
      if (rejected) throw await this.takenError(rejected);
      const created = ids.filter((id) => id !== undefined);
      await this.memberships.addToAnonymousGroup(created);
      return created;
    });
  }

  /** The stored form of a password that an account can be given. Throws `password_too_short`. */
  async hashNewPassword(password: string): Promise<string> {
    this.rules.checkNewPassword(password);
    return this.ports.passwords.hash(password);
  }

  /**
   * Changes an account on behalf of a caller. A new password ends all sessions of the account but the caller's own, and the
   * tokens that authenticate as it but those that its owner keeps. Callers confirm changes of their own password and email address. The caller's own new
   * email address applies when it was confirmed, if that is required; whether another account has it is then not disclosed.
   * Throws `user_unchanged`, `administrator_required`, `user_name_taken`, `user_email_taken`, and others of the values.
   */
  async update(user: ShownUser, change: UserChange, caller: AccountCaller): Promise<UserUpdate> {
    throwIfAny(caller.isSelf ? this.rules.ownError(user) : this.rules.anonymousError(user.name));
    // Checked before the password is hashed, which is expensive; what is stored by then is checked again below.
    const { password, fields: requested } = checkChange(this.rules, user, change, caller);
    // Before anything about the values that depends on stored data is disclosed.
    if (password !== undefined || requested.email !== undefined) await caller.confirmOwner?.();
    if (password !== undefined && caller.isSelf) await this.rules.checkSelfChosenPassword(password, user);
    const passwordHash = password === undefined ? undefined : await this.ports.passwords.hash(password);
    return this.unitOfWork.run(async () => {
      const stored = await this.current(user, caller.byKeyword);
      if (caller.isSignedIn && !(await caller.isSignedIn())) throw problem('authentication_required');
      const { email: newEmail, ...others } = checkChange(this.rules, stored, change, caller).fields;
      const { name, status } = others;
      const awaitsConfirmation = newEmail !== undefined && caller.isSelf && this.ports.notices.confirmsEmail;
      const email = awaitsConfirmation ? undefined : newEmail;
      const takenField = await this.users.takenBy(name ?? stored.name, email ?? stored.email, stored.id);
      if (takenField) throw problem(`${takenField}_taken`);
      await this.users.update(user.id, {
        ...others,
        ...(email === undefined ? {} : { email }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      });
      if (status !== undefined) {
        await this.ports.events.userStatusChanged({ id: user.id, name: name ?? stored.name, status });
      }
      if (passwordHash !== undefined) {
        const kept = { sessionId: caller.ownSessionId, tokenIds: change.keptTokens };
        await this.ports.newPasswords.apply(stored, kept);
      }
      await this.notifyOfEmail(stored, newEmail, awaitsConfirmation);
      return { awaitsConfirmation };
    });
  }

  /** Inside a unit of work: what the owner of an account with a new email address has to know. `user` is the account before the change. */
  private async notifyOfEmail(
    user: User,
    email: string | undefined,
    awaitsConfirmation: boolean,
  ): Promise<void> {
    const { notices } = this.ports;
    if (email === undefined) return;
    if (!awaitsConfirmation) return notices.emailChanged(user, email);
    const owner = await this.users.findByEmail(email);
    await notices.emailChangeRequested(user, email, owner?.id === user.id ? null : owner);
  }

  /**
   * Records that a webhook could not be delivered, or that its receiver has reported an error. Not reported as a change:
   * webhooks that fail cause no others. An account that was deleted meanwhile is not an error.
   */
  async markWebhookError(userId: number): Promise<void> {
    await this.unitOfWork.run(() => this.users.update(userId, { status: UserStatus.WebhookError }));
  }

  /** Deletes an account with its sessions, memberships and permissions. */
  async delete(
    user: Pick<User, 'id' | 'name' | 'kind'>,
    { byKeyword, isSelf = false }: Pick<AccountCaller, 'byKeyword'> & Partial<AccountCaller>,
  ): Promise<void> {
    throwIfAny(this.rules.deletionError(user.name));
    if (isSelf) throwIfAny(this.rules.ownError(user));
    await this.unitOfWork.run(async () => {
      const stored = await this.current(user, byKeyword);
      await this.users.delete(stored.id);
      await this.ports.events.userDeleted(stored);
    });
  }

  private async insert(account: UserColumns, groupName?: string): Promise<User> {
    const { name, email } = account;
    return this.unitOfWork.run(async () => {
      const addToGroups = await this.memberships.ofNewUser(groupName);
      const id = await this.users.insert(account);
      if (id === undefined) throw await this.takenError(account);
      const user = await this.byId(id);
      await addToGroups(user);
      await this.ports.events.userCreated({ id, name, email, kind: user.kind });
      return user;
    });
  }

  /** The error of an account that cannot be created because another one has its name or email address. */
  private async takenError({ name, email }: Pick<UserColumns, 'name' | 'email'>): Promise<Problem> {
    const field = await this.users.takenBy(name, email);
    return userTaken(field ?? 'user_name', field === 'user_email' ? email : name);
  }

  /** Inside a unit of work: the user as stored; `user_not_found` if the name in the path is no longer its name. */
  private async current({ id, name }: Pick<User, 'id' | 'name'>, byKeyword: boolean): Promise<User> {
    const stored = await this.byId(id);
    if (!byKeyword && stored.name !== name) throw userNotFound();
    return stored;
  }
}
