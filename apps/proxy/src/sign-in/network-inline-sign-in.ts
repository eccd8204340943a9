import type { IssuedToken } from '@gatehouse/identity';
import type { NetworkSignIn } from '@gatehouse/network';
import type { InlineCredentials, InlineSignIn } from './inline-sign-in';

const BEARER = /^bearer +/i;

/** Sign-in with network tokens in requests; other credentials are those of other providers. Reference: network#tokens. */
export class NetworkInlineSignIn implements InlineSignIn {
  private readonly providerName: string;

  constructor(
    private readonly network: Pick<NetworkSignIn, 'start'>,
    providerName: string,
    private readonly others: InlineSignIn | undefined,
  ) {
    this.providerName = providerName.toLowerCase();
  }

  async signIn(credentials: InlineCredentials): Promise<IssuedToken | 'refused' | 'unavailable'> {
    const { provider, authorization, client } = credentials;
    if (provider.toLowerCase() !== this.providerName) {
      return this.others ? this.others.signIn(credentials) : 'refused';
    }
    const started = await this.network.start(authorization.replace(BEARER, ''), client);
    return started === undefined || started === 'forbidden' ? 'refused' : started.issued;
  }
}
