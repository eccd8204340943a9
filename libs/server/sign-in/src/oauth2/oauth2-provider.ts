import { identityOf } from '../claims';
import type { ProviderConfiguration, ProviderDefinition } from '../definition';
import {
  type AttemptState,
  IdentityRejected,
  type IdentityProvider,
  type SignInAttempt,
  type VerifiedIdentity,
} from '../identity-provider';
import { type ProviderHttp, isObject, isSuccess } from '../provider-http';
import { AuthorizationCode, singleOf } from './authorization-code';
import { checkOpaqueToken, profileOf, tokenCheckUrl } from './token-check';

/** A provider of OAuth 2.0 whose identity URL answers with the profile of the user of a token. Reference: identity-providers#oauth2. */
export class OAuth2Provider implements IdentityProvider {
  readonly kind = 'oauth2';
  readonly name: string;
  readonly displayName: string;
  private readonly definition: ProviderDefinition;
  private readonly identityUrl: string;
  private readonly flow: AuthorizationCode;

  constructor(
    private readonly configuration: ProviderConfiguration,
    private readonly http: ProviderHttp,
  ) {
    const { definition, clientSecret } = configuration;
    const { name, displayName, clientId, scopes, authorizationUrl, tokenUrl, identityUrl } = definition;
    if (authorizationUrl === undefined || tokenUrl === undefined || identityUrl === undefined) {
      throw new Error(`${name} lacks a URL`);
    }
    this.definition = definition;
    this.name = name;
    this.displayName = displayName;
    this.identityUrl = identityUrl;
    this.flow = new AuthorizationCode({ authorizationUrl, tokenUrl, clientId, clientSecret, scopes }, http);
  }

  begin(attempt: SignInAttempt): Promise<{ location: string; state: AttemptState }> {
    return this.flow.begin(attempt);
  }

  async complete(returned: URLSearchParams, state: AttemptState): Promise<VerifiedIdentity> {
    const issuer = singleOf(returned, 'iss');
    if (issuer !== undefined && issuer !== this.definition.issuer)
      throw new IdentityRejected('issuer_mismatch');
    return this.identityOfToken(await this.flow.complete(returned, state));
  }

  async verifyToken(token: string): Promise<VerifiedIdentity> {
    await checkOpaqueToken(this.http, tokenCheckUrl(this.configuration), token, this.configuration);
    return this.identityOfToken(token);
  }

  private async identityOfToken(accessToken: string): Promise<VerifiedIdentity> {
    const profile = await profileOf(this.http, this.identityUrl, accessToken);
    const { emailsUrl } = this.definition;
    const claims = emailsUrl === undefined ? profile : await this.withEmail(profile, emailsUrl, accessToken);
    return identityOf(this.definition, claims);
  }

  /**
   * The primary address of a list; the profile has none that the user keeps private, and does not
   * state whether it is verified.
   */
  private async withEmail(
    profile: object,
    url: string,
    accessToken: string,
  ): Promise<Record<string, unknown>> {
    const reply = await this.http.send({ url, headers: { authorization: `Bearer ${accessToken}` } });
    const others = { ...profile, email: undefined };
    // Without the scope for it the list is refused; the account has no address then.
    const primary = isSuccess(reply) ? primaryOf(reply.body) : undefined;
    return primary ? { ...others, ...primary } : others;
  }
}

function primaryOf(body: string): { email: unknown; email_verified: boolean } | undefined {
  try {
    const list: unknown = JSON.parse(body);
    const primary = Array.isArray(list)
      ? list.filter(isObject).find((one) => one['primary'] === true)
      : undefined;
    return primary && { email: primary['email'], email_verified: primary['verified'] === true };
  } catch {
    return undefined;
  }
}
