import { tokenIntrospection } from 'openid-client';
import type { ProviderConfiguration } from '../definition';
import { IdentityRejected, ProviderUnavailable } from '../identity-provider';
import { clientAt, translated } from '../provider-client';
import {
  type JsonObject,
  type ProviderHttp,
  type ProviderRequest,
  hostOf,
  isObject,
  isSuccess,
  jsonOf,
} from '../provider-http';

/** The profile of the user of an access token. Throws {@link IdentityRejected}, or `ProviderUnavailable`. */
export async function profileOf(http: ProviderHttp, url: string, accessToken: string): Promise<JsonObject> {
  const reply = await http.send({ url, headers: { authorization: `Bearer ${accessToken}` } });
  if (!isSuccess(reply)) throw new IdentityRejected('token_refused', `status ${reply.status}`);
  return jsonOf(url, reply);
}

/** How a provider reports for which client a token was issued. Reference: identity-providers#opaque-tokens. */
interface TokenCheck {
  /** Whether clients without a secret can use it. */
  readonly isPublic: boolean;
  /** The reply about a token, of a client that the provider accepts. Throws what `refusalOf` returns for others. */
  readonly ask: (question: Question, refusalOf: (status: number) => Error) => Promise<JsonObject>;
  /** Identifiers of the client, or the audiences, that a reply names; undefined if the token is not valid. */
  readonly audiencesOf: (reply: JsonObject) => NamedAudiences | undefined;
}

interface Question {
  readonly http: ProviderHttp;
  readonly url: string;
  readonly token: string;
  readonly configuration: ProviderConfiguration;
}

interface NamedAudiences {
  /** One of them must be accepted. */
  readonly any: readonly unknown[];
  /** Each that is present must be accepted. */
  readonly all?: readonly unknown[];
}

const CHECKS: Readonly<Record<ProviderConfiguration['definition']['tokenCheck'], TokenCheck>> = {
  // RFC 7662.
  introspection: {
    isPublic: false,
    ask: ({ http, url, token, configuration }, refusalOf) =>
      translated(
        tokenIntrospection(
          clientAt({ issuer: url, introspection_endpoint: url }, configuration, http),
          token,
        ),
        refusalOf,
      ),
    audiencesOf: ({ active, client_id: client, aud }) =>
      active === true ? { any: [client, ...listOf(aud)] } : undefined,
  },
  // "Check a token" of the REST API of GitHub: 404 for a token of another OAuth app.
  github: {
    isPublic: false,
    ask: (question, refusalOf) => {
      const { definition, clientSecret = '' } = question.configuration;
      const credentials = Buffer.from(`${definition.clientId}:${clientSecret}`).toString('base64');
      return post(question, refusalOf, {
        headers: {
          'content-type': 'application/json',
          accept: 'application/vnd.github+json',
          authorization: `Basic ${credentials}`,
        },
        body: JSON.stringify({ access_token: question.token }),
      });
    },
    audiencesOf: ({ app }) => ({ any: [isObject(app) ? app['client_id'] : undefined] }),
  },
  // Of Google. The token is in a header, not in the URL, which proxies log.
  tokeninfo: {
    isPublic: true,
    ask: (question, refusalOf) =>
      post(question, refusalOf, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Bearer ${question.token}`,
        },
        body: '',
      }),
    audiencesOf: ({ aud, azp }) => ({ any: listOf(aud), all: listOf(azp) }),
  },
};

/** Where the provider can be asked about tokens; undefined if it cannot be, or not by this client. */
export function tokenCheckUrl(
  { definition, clientSecret }: ProviderConfiguration,
  discovered?: string,
): string | undefined {
  const { tokenCheck, identityUrl } = definition;
  if (clientSecret === undefined && !CHECKS[tokenCheck].isPublic) return undefined;
  const { introspectionUrl = discovered } = definition;
  if (introspectionUrl !== undefined || tokenCheck !== 'github' || identityUrl === undefined) {
    return introspectionUrl;
  }
  // Beside the profile, also on GitHub Enterprise Server.
  return new URL(`applications/${encodeURIComponent(definition.clientId)}/token`, identityUrl).href;
}

/**
 * Checks that an opaque token is valid and was issued to this client, or for one of its audiences: otherwise any other client
 * of the provider could sign in as its users. A provider that cannot be asked is trusted with all its clients only if the
 * definition says so. Throws {@link IdentityRejected}, or `ProviderUnavailable`.
 */
export async function checkOpaqueToken(
  http: ProviderHttp,
  url: string | undefined,
  token: string,
  configuration: ProviderConfiguration,
): Promise<void> {
  const { acceptsTokens, tokenCheck, clientId, audiences } = configuration.definition;
  if (url === undefined) {
    if (acceptsTokens === true) return;
    throw new IdentityRejected('tokens_not_accepted', 'the provider does not report the client of a token');
  }
  const { isPublic, ask, audiencesOf } = CHECKS[tokenCheck];
  const reply = await ask({ http, url, token, configuration }, (status) =>
    // The provider refuses this client, whatever the token is. Google refuses the token, which is its only credential.
    status === 401 && !isPublic
      ? new ProviderUnavailable(`${hostOf(url)}: the client is not accepted`)
      : new IdentityRejected('token_refused', `status ${status}`),
  );
  const named = audiencesOf(reply);
  if (!named) throw new IdentityRejected('token_refused');
  const isAccepted = (one: unknown): boolean =>
    typeof one === 'string' && one !== '' && (one === clientId || audiences.includes(one));
  if (!named.any.some(isAccepted) || !(named.all ?? []).every(isAccepted)) {
    throw new IdentityRejected('audience_mismatch');
  }
}

async function post(
  { http, url }: Question,
  refusalOf: (status: number) => Error,
  request: Pick<ProviderRequest, 'headers' | 'body'>,
): Promise<JsonObject> {
  const reply = await http.send({ method: 'POST', url, ...request });
  if (!isSuccess(reply)) throw refusalOf(reply.status);
  return jsonOf(url, reply);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
