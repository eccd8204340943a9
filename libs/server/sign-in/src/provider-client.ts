import {
  AuthorizationResponseError,
  ClientError,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  None,
  ResponseBodyError,
  type ServerMetadata,
  allowInsecureRequests,
  clockTolerance,
  customFetch,
} from 'openid-client';
import type { ProviderConfiguration } from './definition';
import { IdentityRejected, ProviderUnavailable, type RejectionReason } from './identity-provider';
import { type ProviderHttp, isSuccess } from './provider-http';

/** Seconds by which the clocks of provider and service may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** This client at a server, for functions of openid-client. Its requests go through the guard for outgoing ones. */
export function clientAt(
  server: ServerMetadata,
  { definition: { clientId }, clientSecret }: ProviderConfiguration,
  http: ProviderHttp,
): Configuration {
  const client = new Configuration(
    server,
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticationAt(server, clientId, clientSecret),
  );
  client[customFetch] = guardedFetch(http);
  // The guard bounds the time of requests, and decides where http is allowed.
  client.timeout = 0;
  allowInsecureRequests(client);
  return client;
}

/** Source: RFC 6749, 2.3.1: both are encoded as in forms first. */
function basicCredentials(clientId: string, clientSecret: string): string {
  const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`;
}

/** How a refusal with a status, and the error code of OAuth 2.0 if the reply has one, is reported. */
type RefusalOf = (status: number, code?: string) => Error;

/**
 * Awaits a step of openid-client. Throws {@link IdentityRejected}, {@link ProviderUnavailable} or what `refusalOf` returns; the
 * errors of the library contain tokens and replies.
 */
export async function translated<T>(step: Promise<T>, refusalOf: RefusalOf): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw failureOf(error, refusalOf);
  }
}

/** An error code of OAuth 2.0, for messages; other text of the provider is not repeated. */
export function codeOf(text: string): string {
  return /^[a-z_]{1,64}$/.test(text) ? text : 'an unknown error';
}

/** Providers err in the types of JSON and in which success they answer with; the library insists on both. */
function guardedFetch(http: ProviderHttp): NonNullable<Configuration[typeof customFetch]> {
  return async (url, { method, headers, body }) => {
    const reply = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...headers, 'user-agent': 'Gatehouse' },
      body: body instanceof URLSearchParams ? body.toString() : undefined,
    });
    return new Response(reply.body === '' ? null : reply.body, {
      status: isSuccess(reply) ? 200 : reply.status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

/** `client_secret_basic` of the library encodes also `-`, `.` and `_`, which servers that decode nothing do not recognize. */
function authenticationAt(
  { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] }: ServerMetadata,
  clientId: string,
  secret: string | undefined,
): ClientAuth {
  if (secret === undefined) return None();
  if (supported.includes('client_secret_post') && !supported.includes('client_secret_basic')) {
    return ClientSecretPost(secret);
  }
  return (_server, _client, _body, headers) =>
    headers.set('authorization', basicCredentials(clientId, secret));
}

/** By the parameter, claim or header that a message of the library names in quotation marks. */
const REASONS: Readonly<Record<string, RejectionReason>> = {
  state: 'state_mismatch',
  callbackParameters: 'malformed_return',
  iss: 'issuer_mismatch',
  aud: 'audience_mismatch',
  azp: 'audience_mismatch',
  nonce: 'nonce_mismatch',
  sub: 'subject_mismatch',
  active: 'token_refused',
};

function failureOf(error: unknown, refusalOf: RefusalOf): Error {
  if (error instanceof AuthorizationResponseError) {
    return new IdentityRejected(
      error.error === 'access_denied' ? 'denied' : 'provider_error',
      codeOf(error.error),
    );
  }
  if (error instanceof ResponseBodyError) return refusalOf(error.status, error.error);
  const { code, cause = error } = error instanceof ClientError ? error : {};
  // Of the guard, or of what is checked before the library reads a reply.
  if (cause instanceof ProviderUnavailable || cause instanceof IdentityRejected) return cause;
  if (cause instanceof Response) return refusalOf(cause.status);
  const reason = code && cause instanceof Error ? reasonOf(code, cause.message) : undefined;
  return reason ? new IdentityRejected(reason) : new ProviderUnavailable('the reply cannot be used');
}

function reasonOf(code: string, message: string): RejectionReason | undefined {
  const named = [...message.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    return named.includes('exp') ? 'token_expired' : 'token_not_yet_valid';
  }
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return 'unknown_key';
  if (message.includes('only once')) return 'malformed_return';
  if (message.includes('signature verification failed')) return 'invalid_signature';
  const reason = named.map((name) => REASONS[name]).find((one) => one !== undefined);
  return reason ?? (/JW|ID Token/.test(message) ? 'token_malformed' : undefined);
}
