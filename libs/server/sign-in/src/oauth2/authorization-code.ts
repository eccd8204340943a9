import { randomBytes } from 'node:crypto';
import OAuth2Strategy from 'passport-oauth2';
import {
  type AttemptState,
  IdentityRejected,
  ProviderUnavailable,
  type SignInAttempt,
} from '../identity-provider';
import type { ProviderHttp } from '../provider-http';
import { codeOf } from '../provider-client';
import { isSameText } from '../same-text';
import { GuardedStrategy, type StrategyConfiguration, type StrategyRequest } from './guarded-strategy';

type Outcome = { readonly location: string } | { readonly accessToken: string };

/** The authorization code flow with PKCE (RFC 6749, RFC 7636), by passport-oauth2. */
export class AuthorizationCode {
  private readonly strategy: GuardedStrategy;

  constructor(configuration: StrategyConfiguration, http: ProviderHttp) {
    this.strategy = new GuardedStrategy(configuration, http);
  }

  async begin({ redirectUri }: SignInAttempt): Promise<{ location: string; state: AttemptState }> {
    const attempt = { state: randomBytes(24).toString('base64url'), codeVerifier: '' };
    const outcome = await this.run({ query: {}, attempt }, { callbackURL: redirectUri });
    if (!('location' in outcome)) throw new ProviderUnavailable('the sign-in did not lead to the provider');
    return { location: outcome.location, state: { redirectUri, values: attempt } };
  }

  /** Checks the return, then exchanges the code for an access token. Throws {@link IdentityRejected} or {@link ProviderUnavailable}. */
  async complete(returned: URLSearchParams, { redirectUri, values }: AttemptState): Promise<string> {
    const { state = '', codeVerifier = '' } = values;
    // The state first: other parameters of a return count only if it belongs to this browser.
    if (state === '' || !isSameText(singleOf(returned, 'state') ?? '', state)) {
      throw new IdentityRejected('state_mismatch');
    }
    const error = singleOf(returned, 'error');
    if (error !== undefined) {
      throw new IdentityRejected(error === 'access_denied' ? 'denied' : 'provider_error', codeOf(error));
    }
    const code = singleOf(returned, 'code');
    if (code === undefined || code === '') throw new IdentityRejected('malformed_return', 'code is missing');
    const outcome = await this.run(
      { query: { code, state }, attempt: { state, codeVerifier } },
      { callbackURL: redirectUri },
    );
    if (!('accessToken' in outcome)) throw new IdentityRejected('code_refused');
    return outcome.accessToken;
  }

  /** What passport does with a strategy, without its middleware. */
  private run(request: StrategyRequest, options: object): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const strategy: GuardedStrategy = Object.create(this.strategy) as GuardedStrategy;
      Object.assign(strategy, {
        redirect: (location: string) => resolve({ location }),
        success: (accessToken: string) => resolve({ accessToken }),
        fail: () => reject(new IdentityRejected('code_refused')),
        error: (error: unknown) => reject(failureOf(error)),
      });
      // It reads only the query.
      strategy.authenticate(request as unknown as Parameters<typeof strategy.authenticate>[0], options);
    });
  }
}

/** The value of a parameter; undefined if it is absent. Throws {@link IdentityRejected} if it is repeated. */
export function singleOf(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  if (others.length > 0) throw new IdentityRejected('malformed_return', `${name} is repeated`);
  return value;
}

function failureOf(error: unknown): Error {
  if (error instanceof OAuth2Strategy.TokenError) {
    return new IdentityRejected('code_refused', codeOf(String(error.code)));
  }
  const cause: unknown = error instanceof OAuth2Strategy.InternalOAuthError ? error.oauthError : error;
  return cause instanceof ProviderUnavailable
    ? cause
    : new ProviderUnavailable('the token endpoint gave no usable reply');
}
