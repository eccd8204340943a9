import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@gatehouse/database';
import { type Caller, type Problem, tooMany, unauthenticated } from '@gatehouse/http';
import { Passwords, SignInLimiter } from '@gatehouse/identity';
import { UsersService } from '../users/users.service';

export interface PasswordCredentials {
  readonly login: string;
  readonly password: string;
}

/** A user whose password was right. */
export interface CheckedUser {
  readonly user: User;
  /** Stored form to replace an outdated one. */
  readonly freshHash: string | undefined;
}

/** Checks a password in the same time whether or not the account exists, within the limits. Spec: decisions 28. */
@Injectable()
export class CredentialCheck {
  constructor(
    private readonly users: UsersService,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SignInLimiter) private readonly limiter: SignInLimiter,
  ) {}

  /** Throws 401 for wrong credentials, 429 where too many failed before. */
  async check(
    { login, password }: PasswordCredentials,
    address: string,
    caller: Caller,
  ): Promise<CheckedUser> {
    const user = await this.users.findForSignIn(login);
    const attempt = await this.limiter.begin(login, address);
    const wait = attempt.secondsToWait;
    // A limited try costs no hash, unless it may be the owner's, whom nobody shall lock out.
    if (wait !== undefined && !(await this.mayTryAnyway(user, address, caller))) {
      await this.limiter.withdraw(attempt);
      throw limited(wait);
    }
    const matches = await this.passwords.verify(password, user?.passwordHash);
    if (!matches || !user) {
      throw wait === undefined ? unauthenticated('The credentials are not right.') : limited(wait);
    }
    await this.limiter.noteSuccess(login, user.id, address);
    const outdated = user.passwordHash && this.passwords.needsRehash(user.passwordHash);
    return { user, freshHash: outdated ? await this.passwords.hash(password) : undefined };
  }

  private async mayTryAnyway(user: User | null, address: string, caller: Caller): Promise<boolean> {
    if (!user) return false;
    if (caller.kind === 'user' && caller.userId === user.id) return true;
    return this.limiter.isKnownAddress(user.id, address);
  }
}

function limited(seconds: number): Problem {
  return tooMany('Too many sign-ins failed. Wait before the next try.', seconds);
}
