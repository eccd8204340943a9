import {
  type Configuration,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { identityOf } from '../claims';
import type { ProviderConfiguration, ProviderDefinition } from '../definition';
import {
  type AttemptState,
  IdentityRejected,
  type IdentityProvider,
  type SignInAttempt,
  type VerifiedIdentity,
} from '../identity-provider';
import { checkOpaqueToken, profileOf, tokenCheckUrl } from '../oauth2/token-check';
import { clientAt, translated } from '../provider-client';
import type { ProviderHttp } from '../provider-http';
import { exchangeCode } from './code-exchange';
import { Discovery, type IssuerMetadata } from './discovery';
import { type VerifiedToken, isJsonWebToken, verifyJsonWebToken } from './json-web-tokens';
import { type ProviderLogout, logoutOf } from './logout-token';
import { SigningKeys } from './signing-keys';

/** An issuer with what it publishes. */
interface Issuer {
  readonly metadata: IssuerMetadata;
  readonly keys: SigningKeys;
}

/** An OpenID Connect issuer, by discovery. Reference: identity-providers#openid-connect. */
export class OpenIdConnectProvider implements IdentityProvider {
  readonly kind = 'openid-connect';
  readonly name: string;
  readonly displayName: string;
  private readonly definition: ProviderDefinition;
  private readonly issuer: string;
  private readonly discovery: Discovery;
  private cached: Issuer | undefined;

  constructor(
    private readonly configuration: ProviderConfiguration,
    private readonly http: ProviderHttp,
  ) {
    const { definition } = configuration;
    if (definition.issuer === undefined) throw new Error(`${definition.name} has no issuer`);
    this.definition = definition;
    this.name = definition.name;
    this.displayName = definition.displayName;
    this.issuer = definition.issuer;
    this.discovery = new Discovery(definition.issuer, http);
  }

  async begin({ redirectUri, login }: SignInAttempt): Promise<{ location: string; state: AttemptState }> {
    const { metadata } = await this.open();
    const values = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const { href: location } = buildAuthorizationUrl(this.clientOf(metadata), {
      redirect_uri: redirectUri,
      scope: this.definition.scopes.join(' '),
      state: values.state,
      nonce: values.nonce,
      code_challenge: await calculatePKCECodeChallenge(values.codeVerifier),
      code_challenge_method: 'S256',
      ...(login === undefined ? {} : { login_hint: login }),
    });
    return { location, state: { redirectUri, values } };
  }

  async complete(returned: URLSearchParams, state: AttemptState): Promise<VerifiedIdentity> {
    const { metadata, keys } = await this.open();
    const { accessToken, claims } = await exchangeCode(this.clientOf(metadata), keys, returned, state);
    // The claims of the ID token come first.
    return identityOf(this.definition, {
      ...(await this.userInfo(metadata, accessToken, claims.sub)),
      ...claims,
    });
  }

  /** JSON Web Tokens by keys, issuer and audience; opaque tokens by a request to the provider. */
  async verifyToken(token: string): Promise<VerifiedIdentity> {
    const { metadata, keys } = await this.open();
    if (isJsonWebToken(token)) return identityOf(this.definition, await this.tokenClaims(token, keys));
    const { identityUrl = metadata.userinfo_endpoint } = this.definition;
    const checkUrl = tokenCheckUrl(this.configuration, metadata.introspection_endpoint);
    await checkOpaqueToken(this.http, checkUrl, token, this.configuration);
    if (identityUrl === undefined) throw new IdentityRejected('tokens_not_accepted');
    return identityOf(this.definition, await profileOf(this.http, identityUrl, token));
  }

  /** A logout that the provider reports. Throws {@link IdentityRejected} or {@link ProviderUnavailable}. */
  async verifyLogout(token: string): Promise<ProviderLogout> {
    const { keys } = await this.open();
    const expected = { issuer: this.issuer, audiences: [this.definition.clientId] };
    return logoutOf(await verifyJsonWebToken(token, keys, expected));
  }

  private async tokenClaims(token: string, keys: SigningKeys): Promise<Readonly<Record<string, unknown>>> {
    const { issuer, definition } = this;
    const { header, claims } = await verifyJsonWebToken(token, keys, {
      issuer,
      audiences: definition.audiences,
    });
    // Tokens of the same keys for another use, such as logout tokens, do not sign users in.
    const type = String(header['typ'] ?? 'JWT')
      .toLowerCase()
      .replace(/^application\//, '');
    if (!['jwt', 'at+jwt'].includes(type) || 'events' in claims)
      throw new IdentityRejected('token_malformed');
    checkAuthorizedParty(claims, type, [definition.clientId, ...definition.audiences]);
    return claims;
  }

  /** The profile of the user, if the issuer has one. */
  private async userInfo(
    { userinfo_endpoint = this.definition.identityUrl, ...metadata }: IssuerMetadata,
    accessToken: string,
    subject: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (userinfo_endpoint === undefined) return {};
    // Core 1.0, 5.3.2: the profile of another user may be there, which the library checks.
    return translated(
      fetchUserInfo(this.clientOf({ ...metadata, userinfo_endpoint }), accessToken, subject),
      (status) => new IdentityRejected('token_refused', `status ${status}`),
    );
  }

  /** Of one use only: the library keeps what it knows of an issuer with it. */
  private clientOf(metadata: IssuerMetadata): Configuration {
    return clientAt(metadata, this.configuration, this.http);
  }

  private async open(): Promise<Issuer> {
    const metadata = await this.discovery.metadata();
    if (this.cached?.metadata !== metadata) {
      this.cached = { metadata, keys: new SigningKeys(metadata.jwks_uri, this.http) };
    }
    return this.cached;
  }
}

/**
 * An ID token for several audiences was issued to the one that it names as the authorized party. An access token is for its
 * audiences, whichever client has obtained it. Source: OpenID Connect Core 1.0, 3.1.3.7, steps 4 and 5.
 */
function checkAuthorizedParty(
  { aud, azp, scope, scp }: VerifiedToken['claims'],
  type: string,
  accepted: readonly string[],
): void {
  const isAccessToken = type === 'at+jwt' || scope !== undefined || scp !== undefined;
  if (isAccessToken || !Array.isArray(aud) || aud.length < 2) return;
  if (typeof azp !== 'string' || !accepted.includes(azp)) throw new IdentityRejected('audience_mismatch');
}
