import { Inject, Injectable } from '@nestjs/common';
import { type Caller, LOGGER, type Origin, SETTINGS } from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { type Problem, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import {
  CredentialAttempts,
  IdentityRejected,
  OpenIdConnectProvider,
  type PresentedCredential,
  type ProviderLogout,
  ProviderUnavailable,
  type RegisteredProvider,
  type VerifiedIdentity,
} from '@gatehouse/sign-in';
import { networkOf } from '@gatehouse/wire';
import { ProvidersService } from '../providers/providers.service';
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
    private readonly providers: ProvidersService,
    @Inject(CredentialAttempts) private readonly attempts: CredentialAttempts,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Begins a sign-in by the browser. Throws `provider_sign_in_refused` or `provider_unavailable`, among others. */
  begin({ provider }: RegisteredProvider, login: string | undefined, origin: Origin) {
    const redirectUri = `${this.settings.publicUrl}/providers/${provider.name}/signin`;
    const begun = () =>
      this.translated(provider.name, 'provider_sign_in_refused', () =>
        provider.begin({ redirectUri, login }),
      );
    // Each attempt costs requests to the identifier that a client has typed.
    return provider.kind === 'openid2'
      ? this.attempts.limited(presented(`${provider.name} ${login ?? ''}`, origin), begun)
      : begun();
  }

  /** An external provider that a body names. Throws `provider_not_found` or `provider_internal`. */
  async external(name: string): Promise<RegisteredProvider> {
    const found = await this.providers.find(name);
    if (found === 'internal') throw problem('provider_internal');
    return found;
  }

  /**
   * Completes it when the browser returns: opens a session, or adds the identity to the account that has begun to link it
   * and returns nothing. Throws `provider_sign_in_refused` or `provider_unavailable`, among others.
   */
  async complete(
    { registered, origin, caller }: ProviderRequest,
    returned: URLSearchParams,
    progress: SignInProgress | undefined,
  ): Promise<IssuedToken | undefined> {
    const { provider } = registered;
    const verified = (): Promise<VerifiedIdentity> =>
      this.translated(provider.name, 'provider_sign_in_refused', async () => {
        if (!progress) throw new IdentityRejected('state_mismatch', 'no sign-in is in progress');
        const isOwner = caller.kind === 'user' && caller.session.sessionId === progress.linkTo;
        if (progress.linkTo !== undefined && !isOwner) throw new IdentityRejected('login_required');
        return provider.complete(returned, progress.state);
      });
    const identity = await this.attempts.limited(presented(returned.get('state') ?? '', origin), verified);
    if (progress?.linkTo === undefined) {
      return this.sessions.start(identity, registered, { ...origin, isInteractive: true });
    }
    // The caller has begun it, as was checked before the provider was asked.
    if (caller.kind === 'user') {
      await this.translated(provider.name, 'provider_sign_in_refused', () =>
        this.sessions.link(identity, registered, caller),
      );
    }
    return undefined;
  }

  /** A logout that a provider reports. Throws `provider_logout_refused` or `provider_unavailable`. */
  verifyLogout({ provider }: RegisteredProvider, token: string): Promise<ProviderLogout> {
    return this.translated(provider.name, 'provider_logout_refused', async () => {
      if (!(provider instanceof OpenIdConnectProvider)) throw new IdentityRejected('tokens_not_accepted');
      return provider.verifyLogout(token);
    });
  }

  /**
   * Signs in with a token of the provider. Throws `provider_token_malformed`, `provider_token_rejected` or
   * `sign_in_rate_limited`, among others.
   */
  async withToken({ registered, origin }: ProviderRequest, authorization: string): Promise<IssuedToken> {
    const [, token] = BEARER.exec(authorization) ?? [];
    if (token === undefined) throw malformedToken('provider_token_malformed');
    const identity = await this.translated(registered.provider.name, 'provider_token_rejected', () =>
      this.attempts.identityOf(registered, presented(token, origin)),
    );
    return this.sessions.start(identity, registered, origin);
  }

  private async translated<T>(
    name: string,
    refused: 'provider_sign_in_refused' | 'provider_token_rejected' | 'provider_logout_refused',
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

function presented(credential: string, { address }: Origin): PresentedCredential {
  return { credential, network: networkOf(address) };
}

/** The error of an `Authorization` header, with its reason as a separate field. */
export function malformedToken(code: 'provider_token_malformed' | 'provider_token_missing'): Problem {
  return problem(code, {}, { extras: { reason: problem(code).detail } });
}
