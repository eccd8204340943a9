import type { ProviderConfiguration } from '../definition';
import { IdentityRejected } from '../identity-provider';
import { type JsonObject, type ProviderHttp, isSuccess, jsonOf } from '../provider-http';
import { basicCredentials } from './guarded-strategy';

/** The profile of the user of an access token. Throws {@link IdentityRejected}, or `ProviderUnavailable`. */
export async function profileOf(http: ProviderHttp, url: string, accessToken: string): Promise<JsonObject> {
  const reply = await http.send({ url, headers: { authorization: `Bearer ${accessToken}` } });
  if (!isSuccess(reply)) throw new IdentityRejected('token_refused', `status ${reply.status}`);
  return jsonOf(url, reply);
}

/**
 * Checks that an access token is valid and was issued to this client, or for one of its audiences (RFC 7662). Otherwise
 * any other client of the provider could sign in as its users. Throws {@link IdentityRejected}, or `ProviderUnavailable`.
 */
export async function introspect(
  http: ProviderHttp,
  url: string,
  accessToken: string,
  { definition: { clientId, audiences }, clientSecret = '' }: ProviderConfiguration,
): Promise<void> {
  const reply = await http.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basicCredentials(clientId, clientSecret),
    },
    body: new URLSearchParams({ token: accessToken }).toString(),
  });
  if (!isSuccess(reply)) throw new IdentityRejected('token_refused', `status ${reply.status}`);
  const { active, client_id: client, aud } = jsonOf(url, reply);
  if (active !== true) throw new IdentityRejected('token_refused');
  const input: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (client !== clientId && !audiences.some((audience) => input.includes(audience))) {
    throw new IdentityRejected('audience_mismatch');
  }
}
