import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** A user of another instance who requests a link with the account of the signed-in user. */
export interface LinkConsentRequest {
  readonly node_name: string;
  readonly base_url: string;
  readonly requesting_user_name: string;
  /** The signed-in user; null without a session. */
  readonly user_name: string | null;
  readonly redirect_uri: string;
  /** Sent with the consent; opens the request again, also after its message has expired. */
  readonly request_token: string;
}

/** What the address of the page has: the message of the other instance, or the token of a request that was opened before. */
export interface LinkConsentAddress {
  readonly token?: string;
  readonly response_type?: string;
  readonly redirect_uri?: string;
  readonly request_token?: string;
}

/** Links of accounts on two instances. Reference: network-protocol#links */
@Injectable({ providedIn: 'root' })
export class NetworkApi {
  private readonly api = inject(ApiClient);

  /** A message can be used once. A refusal is a `Problem` with status 400, 404, 500 or 501. */
  async consentRequest(address: LinkConsentAddress): Promise<LinkConsentRequest> {
    const reply = await this.api.get('/network/authorize', { query: { ...address } });
    // Only HEAD is answered without it.
    return reply.request as LinkConsentRequest;
  }
}
