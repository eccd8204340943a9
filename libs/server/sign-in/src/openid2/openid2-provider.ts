import { randomBytes } from 'node:crypto';
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
import { type ProviderHttp, isSuccess } from '../provider-http';
import type { AssertionNonces } from './assertion-nonces';
import { type Assertion, OPENID2, assertionOf } from './assertion';
import { attributeRequest, claimsOf, requestedTypes } from './attributes';
import { IdentifierTemplate, returnedIdentifier, typedIdentifier } from './identifiers';
import type { OpenIdService } from './xrds';
import { Yadis, withoutFragment } from './yadis';

const IDENTIFIER_SELECT = 'http://specs.openid.net/auth/2.0/identifier_select';

/**
 * Sign-in with OpenID 2.0, at one provider (ESGF) or at that of the identifier that the user has typed. Assertions are
 * confirmed by the provider (`check_authentication`). Reference: identity-providers#openid-20.
 */
export class OpenId2Provider implements IdentityProvider {
  readonly kind = 'openid2';
  readonly name: string;
  readonly displayName: string;
  private readonly definition: ProviderDefinition;
  private readonly template: IdentifierTemplate | undefined;
  private readonly types: readonly string[];
  private readonly yadis: Yadis;

  constructor(
    { definition }: ProviderConfiguration,
    private readonly http: ProviderHttp,
    private readonly nonces: AssertionNonces,
  ) {
    const { name, displayName, identifierUrl, fields, groupMapping } = definition;
    this.definition = definition;
    this.name = name;
    this.displayName = displayName;
    this.template = identifierUrl === undefined ? undefined : new IdentifierTemplate(identifierUrl);
    this.types = requestedTypes([...Object.values(fields), groupMapping?.claim ?? '']);
    this.yadis = new Yadis(http);
  }

  async begin({
    redirectUri,
    login = '',
  }: SignInAttempt): Promise<{ location: string; state: AttemptState }> {
    if (login === '') throw new IdentityRejected('login_required');
    const identifier = this.template ? this.template.of(login) : typedIdentifier(login);
    const { claimedId, services } = await this.discover(identifier);
    const [service] = services;
    if (!service) throw new IdentityRejected('identifier_unusable');
    // Only the users of this provider: a redirect must not lead to those of another one.
    if (service.kind === 'signon') this.checkOwn(claimedId);
    const state = randomBytes(24).toString('base64url');
    const location = new URL(service.endpoint);
    const parameters = {
      'openid.ns': OPENID2,
      'openid.mode': 'checkid_setup',
      ...identifiersOf(service, claimedId),
      'openid.return_to': returnTo(redirectUri, state),
      'openid.realm': new URL('../../', redirectUri).href,
      ...attributeRequest(this.types),
    };
    for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
    return { location: location.href, state: { redirectUri, values: { state, endpoint: service.endpoint } } };
  }

  async complete(
    returned: URLSearchParams,
    { redirectUri, values }: AttemptState,
  ): Promise<VerifiedIdentity> {
    const { state = '', endpoint } = values;
    const assertion = assertionOf(returned, { returnTo: returnTo(redirectUri, state), state });
    if (assertion.endpoint !== endpoint) throw new IdentityRejected('issuer_mismatch', 'op_endpoint');
    const claimedId = returnedIdentifier(assertion.claimedId);
    const userName = this.checkOwn(withoutFragment(claimedId));
    await this.checkAuthority(assertion);
    await this.confirm(assertion);
    if (!(await this.nonces.take(endpoint, assertion.nonce)))
      throw new IdentityRejected('code_refused', 'replayed');
    const claims = claimsOf(assertion.fields, this.types);
    return identityOf(this.definition, {
      ...claims,
      sub: claimedId,
      preferred_username:
        userName ?? claims['nickname'] ?? withoutFragment(claimedId).replace(/^https?:/, ''),
    });
  }

  /** OpenID 2.0 has no tokens. */
  verifyToken(): Promise<VerifiedIdentity> {
    return Promise.reject(new IdentityRejected('tokens_not_accepted'));
  }

  /** The name of the user in an identifier of the template, if there is one. Throws {@link IdentityRejected}. */
  private checkOwn(identifier: string): string | undefined {
    if (!this.template) return undefined;
    const name = this.template.nameIn(identifier);
    if (name === undefined)
      throw new IdentityRejected('subject_mismatch', 'an identifier of another provider');
    return name;
  }

  /** Where users type their identifier, it is theirs that cannot be reached, not the provider. */
  private async discover(identifier: string) {
    try {
      return await this.yadis.discover(identifier);
    } catch (error) {
      if (this.template || !(error instanceof ProviderUnavailable)) throw error;
      throw new IdentityRejected('identifier_unusable', error.message);
    }
  }

  /** Discovers the asserted identifier itself: otherwise any provider could assert the identities of users of another one. */
  private async checkAuthority({ claimedId, identity, endpoint }: Assertion): Promise<void> {
    const bare = withoutFragment(claimedId);
    const discovered = await this.discover(bare);
    const isAuthority = discovered.services.some(
      (service) =>
        service.kind === 'signon' &&
        service.endpoint === endpoint &&
        [service.localId ?? bare, service.localId ?? claimedId].includes(identity),
    );
    if (discovered.claimedId !== bare || !isAuthority) {
      throw new IdentityRejected('issuer_mismatch', 'the identifier has another provider');
    }
  }

  /** Verifies the assertion with the provider. Source: OpenID Authentication 2.0, 11.4.2. */
  private async confirm({ endpoint, parameters }: Assertion): Promise<void> {
    const body = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
    body.set('openid.mode', 'check_authentication');
    const reply = await this.http.send({
      method: 'POST',
      url: endpoint,
      headers: { accept: 'text/plain', 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    if (!isSuccess(reply)) throw new ProviderUnavailable(`${this.name}: status ${reply.status}`);
    const lines = reply.body.split('\n').filter((line) => line.startsWith('is_valid:'));
    if (lines.length !== 1 || lines[0] !== 'is_valid:true') throw new IdentityRejected('code_refused');
  }
}

function identifiersOf(
  { kind, localId }: OpenIdService,
  claimedId: string,
): Readonly<Record<string, string>> {
  return kind === 'server'
    ? { 'openid.claimed_id': IDENTIFIER_SELECT, 'openid.identity': IDENTIFIER_SELECT }
    : { 'openid.claimed_id': claimedId, 'openid.identity': localId ?? claimedId };
}

function returnTo(redirectUri: string, state: string): string {
  return `${redirectUri}?${new URLSearchParams({ state })}`;
}
