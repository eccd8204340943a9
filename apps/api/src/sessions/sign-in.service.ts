import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, actAs } from '@gatehouse/database';
import { Accounts, UserRules } from '@gatehouse/directory';
import type { Caller, Origin } from '@gatehouse/http';
import { type IssuedToken, SessionStore } from '@gatehouse/identity';
import { notFoundParam, problem } from '@gatehouse/problems';
import { ProvidersService } from '../providers/providers.service';
import { type CheckedUser, CredentialCheck } from './credential-check';

export interface Credentials {
  readonly login: string;
  readonly password: string | undefined;
  readonly provider: string | undefined;
}

/** Attempts to check a password whose hash changes meanwhile, as a concurrent sign-in may renew it. */
const MOST_CHECKS = 3;

/** Sign-in with a local account. Reference: sessions#sign-in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: Accounts,
    private readonly rules: UserRules,
    private readonly providers: ProvidersService,
    private readonly credentials: CredentialCheck,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  async signIn(
    { login, password, provider }: Credentials,
    origin: Origin,
    caller: Caller,
  ): Promise<IssuedToken> {
    if (this.rules.isAnonymousLogin(login)) {
      throw problem(
        'sign_in_not_allowed',
        {},
        { param: { name: 'user_name', value: login, conditions: { not_equal: false } } },
      );
    }
    if (provider !== undefined) this.providers.refuseUnknown(provider);
    if (password === undefined) {
      throw problem('value_missing', { field: 'password' }, notFoundParam('password', null));
    }
    for (let attempt = 0; attempt < MOST_CHECKS; attempt += 1) {
      const checked = await this.credentials.check({ login, password }, origin.address, caller);
      actAs({ kind: 'user', id: checked.user.id, name: checked.user.name, address: origin.address });
      const token = await this.start(checked, origin);
      if (token) return token;
    }
    throw problem('invalid_credentials');
  }

  /**
   * Undefined if the user was deleted or the password was changed meanwhile: changing a password ends all sessions that
   * were opened with the old one, so none may be opened with it afterwards.
   */
  private start({ user, freshHash }: CheckedUser, origin: Origin): Promise<IssuedToken | undefined> {
    return this.unitOfWork.run(async () => {
      if (!(await this.accounts.hasPasswordOf(user))) return undefined;
      if (freshHash !== undefined) await this.accounts.rehash(user, freshHash);
      return this.sessions.start(user.id, origin);
    });
  }
}
