import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type User, actAs } from '@gatehouse/database';
import {
  type Caller,
  Problem,
  SETTINGS,
  badRequest,
  forbidden,
  tooMany,
  unauthenticated,
} from '@gatehouse/http';
import { type IssuedToken, Passwords, SessionStore, SignInLimiter } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import { ProvidersService } from '../providers/providers.service';
import { UserRules } from '../users/users.rules';
import { UsersRepository } from '../users/users.repository';

export interface Credentials {
  readonly login: string;
  readonly password: string | undefined;
  readonly provider: string | undefined;
}

export interface SignInOrigin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** Sign-in with a local account, in the same time whether or not the account exists. Spec: http-api 6.1, decisions 28. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly rules: UserRules,
    private readonly providers: ProvidersService,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(SignInLimiter) private readonly limiter: SignInLimiter,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  async signIn(credentials: Credentials, origin: SignInOrigin, caller: Caller): Promise<IssuedToken> {
    const { login, password } = credentials;
    this.refuseSpecialUser(login);
    if (credentials.provider !== undefined) this.providers.refuseUnknown(credentials.provider);
    if (password === undefined) throw missingPassword();
    const user = await this.users.findForSignIn(login);
    const attempt = await this.limiter.begin(login, origin.address);
    const wait = attempt.secondsToWait;
    // A limited try costs no hash, unless it may be the owner's, whom nobody shall lock out.
    if (wait !== undefined && !(await this.mayTryAnyway(user, origin.address, caller))) {
      await this.limiter.withdraw(attempt);
      throw limited(wait);
    }
    const matches = await this.passwords.verify(password, user?.passwordHash);
    if (!matches || !user)
      throw wait === undefined ? unauthenticated('The credentials are not right.') : limited(wait);
    await this.limiter.noteSuccess(login, user.id, origin.address);
    return this.start(user, password, origin);
  }

  private async start(user: User, password: string, origin: SignInOrigin): Promise<IssuedToken> {
    const outdated = user.passwordHash && this.passwords.needsRehash(user.passwordHash);
    const passwordHash = outdated ? await this.passwords.hash(password) : undefined;
    actAs({ kind: 'user', id: user.id, name: user.name, address: origin.address });
    return this.unitOfWork.run(async () => {
      // Deleted while its password was checked: the session would belong to nobody.
      if (!(await this.users.existsBy(user.id))) throw unauthenticated('The credentials are not right.');
      if (passwordHash !== undefined) await this.users.update(user.id, { passwordHash });
      return this.sessions.start(user.id, origin);
    });
  }

  private async mayTryAnyway(user: User | null, address: string, caller: Caller): Promise<boolean> {
    if (!user) return false;
    if (caller.kind === 'user' && caller.userId === user.id) return true;
    return this.limiter.isKnownAddress(user.id, address);
  }

  private refuseSpecialUser(login: string): void {
    const name = login.toLowerCase();
    const isAnonymous = this.rules.isAnonymous(name) || name === `${this.settings.anonymousUser}@mail.com`;
    if (!isAnonymous) return;
    throw forbidden('Nobody can sign in as this user.', {
      param: { name: 'user_name', value: login, conditions: { not_equal: false } },
    });
  }
}

function missingPassword(): Problem {
  return badRequest('The password is missing.', {
    param: { name: 'password', value: null, conditions: { not_none: false } },
  });
}

function limited(seconds: number): Problem {
  return tooMany('Too many sign-ins failed. Wait before the next try.', seconds);
}
