import type { User } from '@gatehouse/database';
import { EMAIL, MAX_EMAIL_LENGTH, USERNAME } from '@gatehouse/names';
import { type Problem, problem } from '@gatehouse/problems';
import { MAX_MATCHED_TEXT_LENGTH } from '@gatehouse/service-types';
import type { DirectorySettings } from '../dependencies';
import { nameError } from '../name-error';
import { throwIfAny } from '../throw-if-any';
import { selfChosenPasswordError, tooShort } from './self-chosen-password';
import type { AccountNames } from './user';

/** Special accounts, and which names, email addresses and passwords an account can be given. Checks throw a Problem. */
export class UserRules {
  constructor(private readonly settings: DirectorySettings) {}

  isConfiguredAdministrator(name: string): boolean {
    return name === this.settings.adminUser;
  }

  /** Whether an account represents callers who are not known: that of the anonymous user, or of a node of the network. */
  isAnonymous(name: string): boolean {
    return name === this.settings.anonymousUser || this.isNetworkUser(name);
  }

  /** Whether a name is reserved for the users of nodes. */
  isNetworkUser(name: string): boolean {
    const { networkEnabled, networkNamePrefix } = this.settings;
    return networkEnabled && name.startsWith(networkNamePrefix);
  }

  /**
   * Whether an account is shared by the users of a node, of whom each owns only a part. Also while network mode is off: the
   * account and sessions of it may remain from before.
   */
  isShared(name: string): boolean {
    return name.startsWith(this.settings.networkNamePrefix);
  }

  /** Whether a name in a path is the keyword for the caller. */
  isCallerKeyword(name: string): boolean {
    return name === this.settings.loggedUser;
  }

  /** Whether a login, as given for a sign-in, is the name or email address of the anonymous user. */
  isAnonymousLogin(login: string): boolean {
    const key = login.toLowerCase();
    return this.isAnonymous(key) || key === anonymousEmailOf(this.settings) || this.isNetworkEmail(key);
  }

  /** The error of changing an account that does not represent a user. */
  anonymousError(name: string): Problem | undefined {
    return this.isAnonymous(name) ? problem('anonymous_user_protected') : undefined;
  }

  /** The error of permissions for an account that cannot hold any: those of its callers are held by groups. */
  permissionsError(name: string): Problem | undefined {
    return this.isAnonymous(name) ? problem('anonymous_user_permissions') : undefined;
  }

  /** The error of what only a person can do or be given: a password, a sign-in, an identity elsewhere, terms to accept. */
  personError({ kind }: Pick<User, 'kind'>): Problem | undefined {
    return kind === 'service' ? problem('service_account_not_allowed') : undefined;
  }

  /**
   * The error of a user who changes the own account or joins a group: it must belong to that user alone, and administrators
   * alone change service accounts.
   */
  ownError({ name, kind }: Pick<User, 'name' | 'kind'>): Problem | undefined {
    return (
      this.anonymousError(name) ??
      (this.isShared(name) ? problem('anonymous_user_protected') : undefined) ??
      this.personError({ kind })
    );
  }

  /** The error of deleting an account that has to exist. */
  deletionError(name: string): Problem | undefined {
    const configured = this.isConfiguredAdministrator(name);
    return (
      this.anonymousError(name) ?? (configured ? problem('configured_administrator_protected') : undefined)
    );
  }

  /** Whether a person reads mails to the address of an account. The default one of the configured administrator is a placeholder. */
  hasMailbox({ name, email, kind }: Pick<User, 'name' | 'email' | 'kind'>): boolean {
    const isPlaceholder = this.isConfiguredAdministrator(name) && email === `${name}@mail.com`;
    return kind === 'person' && email !== '' && !isPlaceholder && !this.isAnonymous(name);
  }

  /** Checks the name of a new account, or the new name of one. */
  checkNewName(name: string): void {
    const { userNameExtraRegex, userNameMaxLength, loggedUser } = this.settings;
    if (name === '') throw empty('user_name');
    if (!USERNAME.test(name)) {
      const details = {
        status: 400,
        param: { name: 'user_name', value: name, compare: USERNAME.source, conditions: { matches: false } },
      };
      throw nameError('user_name', name, details) ?? problem('user_name_invalid', {}, details);
    }
    // A longer text is not matched against the pattern: as a name it is too long, which is reported below.
    const isMatched =
      name.length > MAX_MATCHED_TEXT_LENGTH || userNameExtraRegex?.matchStart(name) !== undefined;
    if (userNameExtraRegex && !isMatched) {
      const compare = `^(?:${userNameExtraRegex.source})`;
      throw problem(
        'user_name_pattern_mismatch',
        {},
        {
          param: { name: 'user_name', value: name, compare, conditions: { matches: false } },
          extras: { setting: 'SVC_USER_NAME_EXTRA_REGEX' },
        },
      );
    }
    if (name.length > userNameMaxLength) {
      throw problem(
        'user_name_too_long',
        { maximum: userNameMaxLength },
        tooLong('user_name', name, userNameMaxLength),
      );
    }
    if (name === loggedUser) {
      throw problem(
        'user_name_reserved',
        { name },
        { param: { name: 'user_name', value: name, compare: loggedUser, conditions: { not_equal: false } } },
      );
    }
    if (this.isReserved(name)) {
      throw problem(
        'user_name_reserved',
        { name },
        { param: { name: 'user_name', value: name, conditions: { not_in: false } } },
      );
    }
  }

  /** Checks the email address of a new account, or the new one of an account. */
  checkNewEmail(email: string): void {
    checkAddress(email);
    this.checkUnreserved(email, [this.settings.adminEmail, anonymousEmailOf(this.settings)]);
  }

  /**
   * Checks the email address of a registration. The address of the configured administrator is treated like that of any
   * account, unless it is the default one, which is not a real address.
   */
  checkRegisteredEmail(email: string): void {
    checkAddress(email);
    const { adminUser, adminEmail } = this.settings;
    const isDefault = adminEmail === `${adminUser}@mail.com`;
    this.checkUnreserved(email, [anonymousEmailOf(this.settings), ...(isDefault ? [adminEmail] : [])]);
  }

  /** Checks a new password that an administrator assigns. The error contains its length, never the password. */
  checkNewPassword(password: string): void {
    const { passwordMinLength } = this.settings;
    if (password.length < passwordMinLength) throw tooShort(password.length, passwordMinLength);
  }

  /** Checks a new password that the owner of an account, or of a future account, chooses. */
  async checkSelfChosenPassword(password: string, { name, email }: AccountNames): Promise<void> {
    this.checkNewPassword(password);
    const { publicUrl, passwordMinLength: minimum } = this.settings;
    throwIfAny(await selfChosenPasswordError(password, { userName: name, email, publicUrl, minimum }));
  }

  /** Rejects a change of name from or to a reserved name. */
  checkRename(from: string, to: string): void {
    const reserved = [from, to].find((name) => this.isReserved(name) || this.isCallerKeyword(name));
    if (reserved !== undefined) {
      throw problem(
        'user_name_reserved',
        { name: reserved },
        { status: 403, extras: { user_name: reserved } },
      );
    }
  }

  private checkUnreserved(email: string, reserved: readonly string[]): void {
    const key = email.toLowerCase();
    if (reserved.some((one) => one.toLowerCase() === key) || this.isNetworkEmail(key)) {
      throw problem(
        'email_reserved',
        {},
        { param: { name: 'email', value: email, conditions: { not_in: false } } },
      );
    }
  }

  private isNetworkEmail(key: string): boolean {
    return key.endsWith('@mail.com') && this.isNetworkUser(key);
  }

  private isReserved(name: string): boolean {
    return this.isConfiguredAdministrator(name) || this.isAnonymous(name);
  }
}

function checkAddress(email: string): void {
  if (email === '') throw empty('email');
  if (!EMAIL.test(email)) {
    throw problem(
      'email_invalid',
      {},
      { param: { name: 'email', value: email, compare: EMAIL.source, conditions: { matches: false } } },
    );
  }
  if (email.length > MAX_EMAIL_LENGTH) {
    throw problem(
      'value_too_long',
      { field: 'email', maximum: MAX_EMAIL_LENGTH },
      tooLong('email', email, MAX_EMAIL_LENGTH),
    );
  }
}

/** Email address of the anonymous user, which no other account can have. */
export function anonymousEmailOf({ anonymousUser }: Pick<DirectorySettings, 'anonymousUser'>): string {
  return `${anonymousUser}@mail.com`;
}

function empty(field: string): Problem {
  return problem(
    'value_empty',
    { field },
    { param: { name: field, value: '', conditions: { not_none: true, not_empty: false } } },
  );
}

function tooLong(name: string, value: string, maximum: number) {
  const compare = `range(1, ${maximum + 1})`;
  return { param: { name, value: value.length, compare, conditions: { is_in: false } } };
}
