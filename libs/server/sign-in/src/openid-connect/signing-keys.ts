import jwksRsa from 'jwks-rsa';
import { IdentityRejected } from '../identity-provider';
import type { JsonObject, ProviderHttp } from '../provider-http';

/** Milliseconds for which a key set is used without being requested again. */
const FRESH_MS = 10 * 60_000;
/** Milliseconds between requests because of keys that the set does not have, so that invented key ids cause no flood. */
const PAUSE_MS = 5_000;

export interface SigningKey {
  /** Public key in PEM. */
  readonly publicKey: string;
  /** The only algorithm that the key declares, if any. */
  readonly algorithm: string | undefined;
}

/** The public keys of an issuer, only from its published key set: headers of tokens cannot name another one. */
export class SigningKeys {
  private readonly client: jwksRsa.JwksClient;
  private requested: { readonly set: Promise<JsonObject>; readonly at: number } | undefined;

  constructor(
    private readonly url: string,
    private readonly http: ProviderHttp,
    private readonly now: () => number = () => performance.now(),
  ) {
    // With its own cache, invented key ids would use up the requests that real keys need.
    this.client = jwksRsa({
      cache: false,
      rateLimit: false,
      fetcher: async () => (await this.keySet()) as { keys: unknown },
    });
  }

  /** Throws {@link IdentityRejected}, or `ProviderUnavailable`. */
  async find(keyId: string | undefined): Promise<SigningKey> {
    const known = await this.lookUp(keyId);
    if (known) return known;
    // The issuer may have new keys.
    if (this.requested && this.now() - this.requested.at >= PAUSE_MS) this.requested = undefined;
    const found = this.requested ? undefined : await this.lookUp(keyId);
    if (!found) throw new IdentityRejected('unknown_key');
    return found;
  }

  /** The published key set. Throws `ProviderUnavailable`. */
  keySet(): Promise<JsonObject> {
    if (this.requested && this.now() - this.requested.at < FRESH_MS) return this.requested.set;
    const requested = { set: this.http.getJson(this.url), at: this.now() };
    this.requested = requested;
    requested.set.catch(() => {
      if (this.requested === requested) this.requested = undefined;
    });
    return requested.set;
  }

  private async lookUp(keyId: string | undefined): Promise<SigningKey | undefined> {
    // Failures to request the set are of the provider, not of the token.
    await this.keySet();
    try {
      const key = await this.client.getSigningKey(keyId);
      return { publicKey: key.getPublicKey(), algorithm: key.alg };
    } catch {
      return undefined;
    }
  }
}
