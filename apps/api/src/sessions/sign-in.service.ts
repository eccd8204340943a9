import { Injectable } from '@nestjs/common';
import { actAs, currentActor } from '@gatehouse/database';
import { UserRules } from '@gatehouse/directory';
import type { Caller, Origin } from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import { notFoundParam, problem } from '@gatehouse/problems';
import { ProvidersService } from '../providers/providers.service';
import { CredentialCheck } from './credential-check';
import { SessionStart } from './session-start';

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
    private readonly rules: UserRules,
    private readonly providers: ProvidersService,
    private readonly credentials: CredentialCheck,
    private readonly sessions: SessionStart,
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
    if (provider !== undefined) await this.providers.find(provider);
    if (password === undefined) {
      throw problem('value_missing', { field: 'password' }, notFoundParam('password', null));
    }
    for (let attempt = 0; attempt < MOST_CHECKS; attempt += 1) {
      const checked = await this.credentials.check({ login, password }, origin.address, caller);
      const { requestId } = currentActor();
      actAs({
        kind: 'user',
        id: checked.user.id,
        name: checked.user.name,
        address: origin.address,
        ...(requestId === undefined ? {} : { requestId }),
      });
      const token = await this.sessions.start(checked, origin);
      if (token) return token;
    }
    throw problem('invalid_credentials');
  }
}
