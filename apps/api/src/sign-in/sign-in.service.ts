import { Inject, Injectable } from '@nestjs/common';
import type { Caller, Origin } from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import { notFoundParam, problem } from '@gatehouse/problems';
import { PasswordSignIn, type RegisteredProvider } from '@gatehouse/sign-in';
import { ProvidersService } from '../providers/providers.service';
import { Homepage } from './homepage';
import { ProviderCookies } from './provider-cookies';

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

/** Signs in with the password of a local account, or hands over to an external provider. Reference: sessions#sign-in. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(PasswordSignIn) private readonly passwords: PasswordSignIn,
    private readonly providers: ProvidersService,
    private readonly cookies: ProviderCookies,
    private readonly homepages: Homepage,
  ) {}

  async signIn(
    { login, password, provider, homepage }: Credentials,
    origin: Origin,
    caller: Caller,
  ): Promise<IssuedToken | ProviderHandOver> {
    this.passwords.checkLogin(login);
    const named = provider === undefined ? 'internal' : await this.providers.find(provider);
    if (named !== 'internal') return this.handOver(named, login, homepage);
    if (password === undefined) {
      throw problem('value_missing', { field: 'password' }, notFoundParam('password', null));
    }
    return this.passwords.start({ login, password }, origin, caller.kind === 'user' ? caller : undefined);
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
