import { Inject, Injectable } from '@nestjs/common';
import { EMAIL, USERNAME } from '@gatehouse/names';
import { type Problem, SETTINGS, badRequest, forbidden } from '@gatehouse/http';
import { LONGEST_MATCHED_TEXT } from '@gatehouse/service-types';
import type { Settings } from '@gatehouse/settings';

/** What names, emails and passwords of accounts may be, in the order of the contract. Spec: http-api 4.1 and 8.2. */
@Injectable()
export class UserRules {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  isAdministrator(name: string): boolean {
    return name === this.settings.adminUser;
  }

  isAnonymous(name: string): boolean {
    return name === this.settings.anonymousUser;
  }

  /** Whether a name in a path stands for whoever asks. Spec: http-api 5.2. */
  isKeyword(name: string): boolean {
    return name === this.settings.loggedUser;
  }

  /** Whether somebody typed the name or email of the anonymous user to sign in. */
  isAnonymousLogin(login: string): boolean {
    return this.isAnonymous(login.toLowerCase()) || login.toLowerCase() === this.anonymousEmail;
  }

  private get anonymousEmail(): string {
    return `${this.settings.anonymousUser}@mail.com`;
  }

  isReserved(name: string): boolean {
    return this.isAdministrator(name) || this.isAnonymous(name);
  }

  refuseBadName(name: string): void {
    const { userNameExtraRegex, userNameMaxLength, loggedUser } = this.settings;
    if (name === '') throw failed('user_name', name, { not_none: true, not_empty: false });
    if (!USERNAME.test(name)) {
      throw failed('user_name', name, { matches: false }, USERNAME.source, USERNAME.problemOf?.(name));
    }
    // What is longer than texts that patterns are for is too long for a name, as is said below.
    const isMatched =
      name.length > LONGEST_MATCHED_TEXT || userNameExtraRegex?.matchStart(name) !== undefined;
    if (userNameExtraRegex && !isMatched) {
      throw badRequest('The user name does not match the pattern that is configured.', {
        param: {
          name: 'user_name',
          value: name,
          compare: `^(?:${userNameExtraRegex.source})`,
          conditions: { matches: false },
        },
        extras: { setting: 'SVC_USER_NAME_EXTRA_REGEX' },
      });
    }
    if (name.length > userNameMaxLength) {
      throw failed('user_name', name.length, { is_in: false }, `range(1, ${userNameMaxLength + 1})`);
    }
    if (name === loggedUser) throw reserved(name, { not_equal: false }, loggedUser);
    if (this.isReserved(name)) throw reserved(name, { not_matches: false });
  }

  refuseBadEmail(email: string): void {
    if (email === '') throw failed('email', email, { not_none: true, not_empty: false });
    if (!EMAIL.test(email)) throw failed('email', email, { matches: false }, EMAIL.source);
    const reserved = [this.settings.adminEmail, this.anonymousEmail];
    if (reserved.some((one) => one.toLowerCase() === email.toLowerCase())) {
      throw failed('email', email, { not_matches: false });
    }
  }

  /** Never shows the password, only its length. */
  refuseBadPassword(password: string): void {
    const { passwordMinLength } = this.settings;
    if (password.length < passwordMinLength) {
      throw failed('password', password.length, { not_in: false }, `range(0, ${passwordMinLength})`);
    }
  }

  /** Renaming from or to a name that is not for people. */
  refuseReservedRename(from: string, to: string): void {
    const offending = [from, to].find((name) => this.isReserved(name) || name === this.settings.loggedUser);
    if (offending !== undefined) {
      throw forbidden(RESERVED, { extras: { user_name: offending } });
    }
  }
}

/** The words are those that clients of the reference look for. */
const RESERVED = 'The name of the user is a reserved keyword.';

function reserved(name: string, conditions: Record<string, boolean>, compare?: string): Problem {
  return badRequest(RESERVED, {
    param: { name: 'user_name', value: name, ...(compare === undefined ? {} : { compare }), conditions },
  });
}

function failed(
  name: string,
  value: unknown,
  conditions: Record<string, boolean>,
  compare?: string,
  rule?: string,
): Problem {
  return badRequest(`The value of ${name} cannot be used${rule === undefined ? '' : `: ${rule}`}.`, {
    param: { name, value, ...(compare === undefined ? {} : { compare }), conditions },
  });
}
