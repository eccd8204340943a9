import { Injectable } from '@nestjs/common';
import { actAs, currentActor } from '@gatehouse/database';
import { UserRules } from '@gatehouse/directory';
import type { Caller, Origin } from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import { notFoundParam, problem } from '@gatehouse/problems';
import type { RegisteredProvider } from '@gatehouse/sign-in';
import { ProvidersService } from '../providers/providers.service';
import { CredentialCheck } from '../users/credential-check';
import { Homepage } from './homepage';
import { ProviderCookies } from './provider-cookies';
import { SessionStart } from './session-start';

export interface Credentials {
  readonly login: string;
  readonly password: string | undefined;
  readonly provider: string | undefined;
  /** The page to continue on after a sign-in with an external provider. */
  readonly homepage?: string | undefined;
}

/** Where a browser continues to sign in with an external provider. */
export interface ProviderHandOver {
  readonly location: string;
  /** `Set-Cookie` with the page to continue on. */
  readonly cookie: string | undefined;
}

/** Attempts to check a password whose hash changes meanwhile, as a concurrent sign-in may renew it. */
const MOST_CHECKS = 3;

/** Sign-in with a local account; sign-in with an external provider is delegated to it. Reference: sessions#sign-in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly rules: UserRules,
    private readonly providers: ProvidersService,
    private readonly credentials: CredentialCheck,
    private readonly sessions: SessionStart,
    private readonly cookies: ProviderCookies,
    private readonly homepages: Homepage,
  ) {}

  async signIn(
    { login, password, provider, homepage }: Credentials,
    origin: Origin,
    caller: Caller,
  ): Promise<IssuedToken | ProviderHandOver> {
    if (this.rules.isAnonymousLogin(login)) {
      throw problem(
        'sign_in_not_allowed',
        {},
        { param: { name: 'user_name', value: login, conditions: { not_equal: false } } },
      );
    }
    const named = provider === undefined ? 'internal' : await this.providers.find(provider);
    if (named !== 'internal') return this.handOver(named, login, homepage);
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

  /** The provider requests the credentials itself. */
  private handOver(
    { definition: { name, kind, identifierUrl } }: RegisteredProvider,
    login: string,
    homepage: string | undefined,
  ): ProviderHandOver {
    const parameter = identifierUrl === undefined ? 'id' : 'username';
    const query = kind === 'oauth2' ? '' : `?${new URLSearchParams({ [parameter]: login })}`;
    return {
      location: this.homepages.of(`/providers/${name}/signin${query}`),
      cookie: homepage ? this.cookies.homepage(name, this.homepages.of(homepage)) : undefined,
    };
  }
}
