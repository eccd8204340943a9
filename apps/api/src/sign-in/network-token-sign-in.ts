import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '@gatehouse/http';
import type { IssuedToken } from '@gatehouse/identity';
import { NetworkSignIn } from '@gatehouse/network';
import { problem } from '@gatehouse/problems';
import { CredentialAttempts } from '@gatehouse/sign-in';
import { networkOf } from '@gatehouse/wire';
import { malformedToken } from './provider-sign-in';

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** Sign-in with network tokens. Reference: network-protocol#tokens, sessions#provider-sign-in. */
@Injectable()
export class NetworkTokenSignIn {
  constructor(
    @Inject(NetworkSignIn) private readonly network: NetworkSignIn,
    @Inject(CredentialAttempts) private readonly attempts: CredentialAttempts,
  ) {}

  /**
   * Throws `provider_token_missing`, `provider_token_malformed`, `provider_token_rejected`, `network_user_not_allowed` or
   * `sign_in_rate_limited`.
   */
  async signIn(authorization: string | undefined, origin: Origin): Promise<IssuedToken> {
    if (authorization === undefined) throw malformedToken('provider_token_missing');
    const [, token] = BEARER.exec(authorization) ?? [];
    if (token === undefined) throw malformedToken('provider_token_malformed');
    const started = await this.attempts.limited(
      { credential: token, network: networkOf(origin.address) },
      async () => {
        const found = await this.network.start(token, origin);
        if (found === undefined) throw problem('provider_token_rejected');
        return found;
      },
    );
    if (started === 'forbidden') throw problem('network_user_not_allowed');
    return started.issued;
  }
}
