import type { NetworkSignIn } from '@gatehouse/network';
import { Problem, problem } from '@gatehouse/problems';
import { type CredentialAttempts, IdentityRejected } from '@gatehouse/sign-in';
import { networkOf } from '@gatehouse/wire';
import type { InlineCredentials, InlineSignIn, SignInOutcome } from './inline-sign-in';

const BEARER = /^bearer +/i;

/** Sign-in with network tokens in requests; other credentials are those of other providers. Reference: network-protocol#tokens. */
export class NetworkInlineSignIn implements InlineSignIn {
  private readonly providerName: string;

  constructor(
    private readonly network: Pick<NetworkSignIn, 'start'>,
    private readonly attempts: Pick<CredentialAttempts, 'limited'>,
    providerName: string,
    private readonly others: InlineSignIn | undefined,
  ) {
    this.providerName = providerName.toLowerCase();
  }

  async signIn(credentials: InlineCredentials): Promise<SignInOutcome> {
    const { provider, authorization, client, wereAccepted } = credentials;
    if (provider.toLowerCase() !== this.providerName) {
      return this.others ? this.others.signIn(credentials) : 'refused';
    }
    const token = authorization.replace(BEARER, '');
    const presented = {
      credential: token,
      network: networkOf(client.address),
      ...(wereAccepted === undefined ? {} : { wasAccepted: wereAccepted }),
    };
    try {
      const started = await this.attempts.limited(presented, async () => {
        const found = await this.network.start(token, client);
        if (found === undefined) throw problem('provider_token_rejected');
        return found;
      });
      return started === 'forbidden' ? 'refused' : started.issued;
    } catch (error) {
      return refusalOf(error);
    }
  }
}

/** What a refused attempt comes to. Throws other errors. */
export function refusalOf(error: unknown): SignInOutcome {
  if (error instanceof Problem && error.status === 429) return { refusal: error };
  if (error instanceof Problem || error instanceof IdentityRejected) return 'refused';
  throw error;
}
