import type { ServerMetadata } from 'openid-client';
import { OtherIssuer, ProviderUnavailable } from '../identity-provider';
import { type JsonObject, type ProviderHttp, hostOf } from '../provider-http';
import { ALGORITHMS } from './json-web-tokens';

/** Milliseconds for which the metadata of an issuer is used without being requested again. */
const FRESH_MS = 60 * 60_000;

/** The metadata of an issuer that is used. Source: OpenID Connect Discovery 1.0, 3. */
export interface IssuerMetadata extends ServerMetadata {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
}

/**
 * The metadata of one issuer, by discovery. `discovery()` of openid-client takes issuers with and without a slash at the end
 * for the same one, and does not examine endpoints before they are used.
 */
export class Discovery {
  private cached: { readonly metadata: Promise<IssuerMetadata>; readonly at: number } | undefined;

  constructor(
    private readonly issuer: string,
    private readonly http: ProviderHttp,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws {@link ProviderUnavailable}. */
  metadata(): Promise<IssuerMetadata> {
    if (this.cached && this.now() - this.cached.at < FRESH_MS) return this.cached.metadata;
    const request = { metadata: this.request(), at: this.now() };
    this.cached = request;
    request.metadata.catch(() => {
      if (this.cached === request) this.cached = undefined;
    });
    return request.metadata;
  }

  private async request(): Promise<IssuerMetadata> {
    const { issuer } = this;
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const document = await this.http.getJson(url);
    // Discovery 1.0, 4.3: otherwise one issuer could assert identities of another.
    const stated = document['issuer'];
    if (stated !== issuer) {
      const text = typeof stated === 'string' ? stated : undefined;
      throw new OtherIssuer(`${hostOf(url)}: the metadata is of another issuer`, text);
    }
    const { required, optional } = endpointsOf(document, issuer);
    return {
      issuer,
      authorization_endpoint: required('authorization_endpoint'),
      token_endpoint: required('token_endpoint'),
      jwks_uri: required('jwks_uri'),
      userinfo_endpoint: optional('userinfo_endpoint'),
      introspection_endpoint: optional('introspection_endpoint'),
      token_endpoint_auth_methods_supported: textsOf(document['token_endpoint_auth_methods_supported']),
      authorization_response_iss_parameter_supported:
        document['authorization_response_iss_parameter_supported'] === true,
      // Not those that the issuer names: it may sign with others, and may name symmetric ones.
      id_token_signing_alg_values_supported: [...ALGORITHMS],
    };
  }
}

function endpointsOf(document: JsonObject, issuer: string) {
  const optional = (name: string): string | undefined => {
    const value = document[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' || !isEndpoint(value, issuer)) {
      throw new ProviderUnavailable(`${hostOf(issuer)}: ${name} cannot be used`);
    }
    return value;
  };
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new ProviderUnavailable(`${hostOf(issuer)}: ${name} is missing`);
    return value;
  };
  return { required, optional };
}

/** An issuer with https has no endpoint without it. Browsers are redirected to one of them, so that the scheme matters. */
function isEndpoint(text: string, issuer: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
  return isSecure && username === '' && password === '';
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}
