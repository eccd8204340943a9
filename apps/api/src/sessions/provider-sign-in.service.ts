import { Inject, Injectable } from '@nestjs/common';
import { type Caller, LOGGER, type Origin, SETTINGS } from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { type Problem, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import {
  IdentityRejected,
  ProviderUnavailable,
  type RegisteredProvider,
  type VerifiedIdentity,
} from '@gatehouse/sign-in';
import type { SignInProgress } from './provider-cookies';
import { ProviderSessions } from './provider-sessions';

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** A request to the address of a provider's sign-in. */
export interface ProviderRequest {
  readonly registered: RegisteredProvider;
  readonly origin: Origin;
  readonly caller: Caller;
}

/** Sign-in with external providers. Reference: sessions#provider-sign-in. */
@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly sessions: ProviderSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Begins a sign-in by the browser. Throws `provider_unavailable`. */
  begin({ provider }: RegisteredProvider, login: string | undefined) {
    const redirectUri = `${this.settings.publicUrl}/providers/${provider.name}/signin`;
    return this.translated(provider.name, 'provider_sign_in_refused', () =>
      provider.begin({ redirectUri, login }),
    );
  }

  /** Completes it when the browser returns. Throws `provider_sign_in_refused` or `provider_unavailable`, among others. */
  async complete(
    { registered, origin }: ProviderRequest,
    returned: URLSearchParams,
    progress: SignInProgress | undefined,
  ): Promise<IssuedToken> {
    const { provider } = registered;
    const identity = await this.translated(provider.name, 'provider_sign_in_refused', async () => {
      if (!progress) throw new IdentityRejected('state_mismatch', 'no sign-in is in progress');
      return provider.complete(returned, progress.state);
    });
    return this.sessions.start(identity, registered, origin);
  }

  /** Signs in with a token of the provider. Throws `provider_token_malformed` or `provider_token_rejected`, among others. */
  async withToken({ registered, origin }: ProviderRequest, authorization: string): Promise<IssuedToken> {
    const identity = await this.identityOfToken(registered, authorization);
    return this.sessions.start(identity, registered, origin);
  }

  private identityOfToken(
    { provider, definition }: RegisteredProvider,
    authorization: string,
  ): Promise<VerifiedIdentity> {
    const [, token] = BEARER.exec(authorization) ?? [];
    if (token === undefined) throw malformedToken('provider_token_malformed');
    return this.translated(provider.name, 'provider_token_rejected', async () => {
      if (!definition.acceptsTokens) throw new IdentityRejected('tokens_not_accepted');
      return provider.verifyToken(token);
    });
  }

  private async translated<T>(
    name: string,
    refused: 'provider_sign_in_refused' | 'provider_token_rejected',
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof IdentityRejected) {
        this.logger.info({ reason: error.message }, `sign-in with ${name} refused`);
        throw problem(refused, {}, { extras: { provider_name: name, reason: error.reason } });
      }
      if (error instanceof ProviderUnavailable) {
        this.logger.warn({ reason: error.message }, `identity provider ${name} unavailable`);
        throw problem('provider_unavailable', {}, { extras: { provider_name: name, user_name: null } });
      }
      throw error;
    }
  }
}

/** The error of an `Authorization` header, with its reason as a field of its own. */
export function malformedToken(code: 'provider_token_malformed' | 'provider_token_missing'): Problem {
  return problem(code, {}, { extras: { reason: problem(code).detail } });
}
