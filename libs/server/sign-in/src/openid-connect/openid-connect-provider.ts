import { createHash, randomBytes } from 'node:crypto';
import { identityOf } from '../claims';
import type { ProviderConfiguration, ProviderDefinition } from '../definition';
import {
  type AttemptState,
  IdentityRejected,
  type IdentityProvider,
  ProviderUnavailable,
  type SignInAttempt,
  type VerifiedIdentity,
} from '../identity-provider';
import { AuthorizationCode, singleOf } from '../oauth2/authorization-code';
import type { ClientAuthentication } from '../oauth2/guarded-strategy';
import { checkOpaqueToken, profileOf, tokenCheckUrl } from '../oauth2/token-check';
import type { ProviderHttp } from '../provider-http';
import { Discovery, type IssuerMetadata } from './discovery';
import { type VerifiedToken, isJsonWebToken, verifyJsonWebToken } from './json-web-tokens';
import { type ProviderLogout, logoutOf } from './logout-token';
import { SigningKeys } from './signing-keys';

/** An issuer with what it publishes. */
interface Issuer {
  readonly metadata: IssuerMetadata;
  readonly keys: SigningKeys;
  readonly flow: AuthorizationCode;
}

/** An OpenID Connect issuer, by discovery. Reference: providers#openid-connect. */
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

  async begin(attempt: SignInAttempt): Promise<{ location: string; state: AttemptState }> {
    const { flow } = await this.open();
    const nonce = randomBytes(24).toString('base64url');
    const parameters = { nonce, ...(attempt.login === undefined ? {} : { login_hint: attempt.login }) };
    return flow.begin(attempt, parameters, { nonce });
  }

  async complete(returned: URLSearchParams, state: AttemptState): Promise<VerifiedIdentity> {
    const { metadata, flow, keys } = await this.open();
    const named = singleOf(returned, 'iss');
    // RFC 9207: the return of another issuer must not lead to a request to this one.
    if (named === undefined ? metadata.namesIssuerInReturns : named !== this.issuer) {
      throw new IdentityRejected('issuer_mismatch');
    }
    const { accessToken, parameters } = await flow.complete(returned, state);
    const idToken = parameters['id_token'];
    if (typeof idToken !== 'string') throw new ProviderUnavailable(`${this.name}: the reply has no ID token`);
    const expected = { issuer: this.issuer, audiences: [this.definition.clientId] };
    const { header, claims } = await verifyJsonWebToken(idToken, keys, expected);
    this.checkIdToken(claims, state.values['nonce']);
    checkAccessToken(accessToken, header, claims);
    return identityOf(this.definition, {
      ...(await this.userInfo(metadata, accessToken, claims)),
      ...claims,
    });
  }

  /** JSON Web Tokens by keys, issuer and audience; opaque tokens by a request to the provider. */
  async verifyToken(token: string): Promise<VerifiedIdentity> {
    const { metadata, keys } = await this.open();
    if (isJsonWebToken(token)) return identityOf(this.definition, await this.tokenClaims(token, keys));
    const { identityUrl = metadata.identityUrl } = this.definition;
    const checkUrl = tokenCheckUrl(this.configuration, metadata.introspectionUrl);
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

  private checkIdToken(claims: VerifiedToken['claims'], nonce: string | undefined): void {
    const { clientId } = this.definition;
    if (nonce === undefined || claims['nonce'] !== nonce) throw new IdentityRejected('nonce_mismatch');
    if (typeof claims['iat'] !== 'number') throw new IdentityRejected('token_malformed', 'iat is missing');
    const party = claims['azp'];
    const isForSeveral = Array.isArray(claims['aud']) && claims['aud'].length > 1;
    // OpenID Connect Core 1.0, 3.1.3.7, steps 4 and 5.
    if (party === undefined ? isForSeveral : party !== clientId)
      throw new IdentityRejected('audience_mismatch');
  }

  /** The profile of the user, if the issuer has one; the claims of the ID token come first. */
  private async userInfo(
    { identityUrl = this.definition.identityUrl }: IssuerMetadata,
    accessToken: string,
    claims: VerifiedToken['claims'],
  ): Promise<Readonly<Record<string, unknown>>> {
    if (identityUrl === undefined) return {};
    const profile = await profileOf(this.http, identityUrl, accessToken);
    // Core 1.0, 5.3.2: the profile of another user may be there.
    if (profile['sub'] !== claims['sub']) throw new IdentityRejected('subject_mismatch');
    return profile;
  }

  private async open(): Promise<Issuer> {
    const metadata = await this.discovery.metadata();
    if (this.cached?.metadata === metadata) return this.cached;
    const { clientId, scopes } = this.definition;
    const { clientSecret } = this.configuration;
    const { authorizationUrl, tokenUrl, clientAuthentications } = metadata;
    const clientAuthentication = authenticationOf(clientSecret, clientAuthentications);
    this.cached = {
      metadata,
      keys: new SigningKeys(metadata.keysUrl, this.http),
      flow: new AuthorizationCode(
        { authorizationUrl, tokenUrl, clientId, clientSecret, clientAuthentication, scopes },
        this.http,
      ),
    };
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

function authenticationOf(secret: string | undefined, supported: readonly string[]): ClientAuthentication {
  if (secret === undefined) return 'none';
  const onlyPost = supported.includes('client_secret_post') && !supported.includes('client_secret_basic');
  return onlyPost ? 'client_secret_post' : 'client_secret_basic';
}

/** Core 1.0, 3.1.3.8: an access token that was exchanged for another one does not have the hash that the ID token names. */
function checkAccessToken(
  accessToken: string,
  { alg }: VerifiedToken['header'],
  { at_hash: hash }: VerifiedToken['claims'],
): void {
  if (hash === undefined) return;
  const digest = createHash(`sha${String(alg).slice(2)}`)
    .update(accessToken)
    .digest();
  if (digest.subarray(0, digest.length / 2).toString('base64url') !== hash) {
    throw new IdentityRejected('token_refused', 'at_hash');
  }
}
