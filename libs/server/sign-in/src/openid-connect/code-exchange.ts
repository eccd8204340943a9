import { createHash } from 'node:crypto';
import {
  type Configuration,
  type JWKS,
  authorizationCodeGrant,
  customFetch,
  enableNonRepudiationChecks,
  setJwksCache,
} from 'openid-client';
import { type AttemptState, IdentityRejected, ProviderUnavailable } from '../identity-provider';
import { codeOf, translated } from '../provider-client';
import { type VerifiedToken, checkTimeOfIssue, headerOf, signingKeyOf } from './json-web-tokens';
import type { SigningKeys } from './signing-keys';

/** Parameters of a return that are read. */
const RETURNED = ['state', 'iss', 'error', 'code'];

/** What a code was exchanged for; the claims are verified, and name a subject. */
export interface Exchanged {
  readonly accessToken: string;
  readonly claims: VerifiedToken['claims'] & { readonly sub: string };
}

/**
 * Checks the return of a browser, exchanges its code and verifies the ID token, with a client that was created for it.
 * Throws {@link IdentityRejected} or {@link ProviderUnavailable}.
 */
export async function exchangeCode(
  client: Configuration,
  keys: SigningKeys,
  returned: URLSearchParams,
  { redirectUri, values: { state, nonce, codeVerifier } }: AttemptState,
): Promise<Exchanged> {
  // The library does not check what it is not given.
  if (!state || !nonce || !codeVerifier) throw new IdentityRejected('state_mismatch');
  const url = new URL(redirectUri);
  for (const [name, value] of returned) if (RETURNED.includes(name)) url.searchParams.append(name, value);
  verifyIdTokens(client, keys);
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
  const tokens = await translated(authorizationCodeGrant(client, url, checks), refusalOfCode);
  const { access_token: accessToken, id_token: idToken = '' } = tokens;
  const claims = tokens.claims();
  if (!claims) throw new ProviderUnavailable('the reply has no ID token');
  checkTimeOfIssue(claims);
  checkAuthorizedParty(claims, client);
  checkAccessToken(accessToken, headerOf(idToken)?.['alg'], claims);
  return { accessToken, claims };
}

/**
 * Has the library verify signatures with {@link SigningKeys}, which all tokens of the issuer share: by itself, it requests keys
 * again after a minute at the earliest. It receives nothing of the reply but what is used: providers whose tokens are all of
 * one type leave that out, and `scope` is a list at some.
 */
function verifyIdTokens(client: Configuration, keys: SigningKeys): void {
  enableNonRepudiationChecks(client);
  const send = client[customFetch];
  if (!send) throw new Error('the client has no guarded fetch');
  client[customFetch] = async (url, options) => {
    const reply = await send(url, options);
    if (!reply.ok) return reply;
    const content = (await reply.json()) as Record<string, unknown>;
    const { access_token, id_token, token_type = 'Bearer' } = content;
    if (typeof id_token !== 'string') throw new ProviderUnavailable('the reply has no ID token');
    await signingKeyOf(id_token, keys);
    const jwks = (await keys.keySet()) as unknown as JWKS;
    setJwksCache(client, { jwks, uat: Math.floor(Date.now() / 1000) });
    return Response.json({ access_token, id_token, token_type });
  };
}

function refusalOfCode(status: number, code?: string): Error {
  return code === undefined
    ? new ProviderUnavailable(`the token endpoint answers with status ${status}`)
    : new IdentityRejected('code_refused', codeOf(code));
}

/** Core 1.0, 3.1.3.7, step 5. The library reads it only in tokens for several audiences. */
function checkAuthorizedParty({ azp }: VerifiedToken['claims'], client: Configuration): void {
  if (azp !== undefined && azp !== client.clientMetadata().client_id) {
    throw new IdentityRejected('audience_mismatch');
  }
}

/** Core 1.0, 3.1.3.8: an access token that was exchanged for another one does not have the hash that the ID token names. */
function checkAccessToken(
  accessToken: string,
  algorithm: unknown,
  { at_hash: hash }: VerifiedToken['claims'],
): void {
  if (hash === undefined) return;
  const digest = createHash(`sha${String(algorithm).slice(2)}`)
    .update(accessToken)
    .digest();
  if (digest.subarray(0, digest.length / 2).toString('base64url') !== hash) {
    throw new IdentityRejected('token_refused', 'at_hash');
  }
}
