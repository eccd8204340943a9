import { type SignInLimiter, type SignInLimits, tooManySignIns } from '@gatehouse/identity';
import { Problem } from '@gatehouse/problems';
import { IdentityRejected, type VerifiedIdentity } from './identity-provider';
import type { RegisteredProvider } from './provider-registry';

/** A credential that is not a password, and the network of the client that presents it (`networkOf`). */
export interface PresentedCredential {
  readonly credential: string;
  readonly network: string;
  /** Whether it was accepted from this network shortly before: the failures of others there do not limit it. */
  readonly wasAccepted?: boolean;
}

/**
 * Attempts to sign in with tokens and returns from providers, for the API and the proxy. Refused ones count as failed sign-ins of
 * the client's network: each may cost a request to a provider. Reference: sessions#sign-in-limits.
 */
export class CredentialAttempts {
  constructor(
    private readonly limiter: Pick<SignInLimiter, 'begin' | 'withdraw'>,
    private readonly limits: SignInLimits,
  ) {}

  /**
   * The identity of a token of a provider, also of one that does not exist. Throws {@link IdentityRejected},
   * `ProviderUnavailable` or `sign_in_rate_limited`.
   */
  identityOf(
    registered: RegisteredProvider | undefined,
    presented: PresentedCredential,
  ): Promise<VerifiedIdentity> {
    return this.limited(presented, async () => {
      if (!registered || registered.definition.acceptsTokens === false) {
        throw new IdentityRejected('tokens_not_accepted');
      }
      return registered.provider.verifyToken(presented.credential);
    });
  }

  /** Counts it as a failure that `work` throws {@link IdentityRejected} or a 401. Throws `sign_in_rate_limited`, besides. */
  async limited<T>(presented: PresentedCredential, work: () => Promise<T>): Promise<T> {
    const { credential, network, wasAccepted = false } = presented;
    const attempt = await this.limiter.begin({ login: credential, userId: undefined }, network);
    const { secondsToWait } = attempt;
    if (secondsToWait !== undefined && !wasAccepted) {
      await this.limiter.withdraw(attempt);
      throw tooManySignIns(this.limits, secondsToWait);
    }
    try {
      const result = await work();
      await this.limiter.withdraw(attempt);
      return result;
    } catch (error) {
      const isRefused =
        error instanceof IdentityRejected || (error instanceof Problem && error.status === 401);
      if (!isRefused) await this.limiter.withdraw(attempt);
      throw error;
    }
  }
}
