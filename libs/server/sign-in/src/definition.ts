import type { ProviderKind } from './identity-provider';

/** Claims or fields of the profile that have what an identity consists of; `a.b` names a field of a field. */
export interface FieldNames {
  readonly subject: string;
  readonly userName: string;
  readonly email: string;
  readonly emailVerified: string;
  readonly displayName: string;
}

export const TOKEN_CHECKS = ['introspection', 'github', 'tokeninfo'] as const;
type TokenCheckKind = (typeof TOKEN_CHECKS)[number];

/** The groups that a claim assigns to users. */
export interface GroupMapping {
  /** Claim with the values: a text, or a list of texts. `a.b` names a field of a field. */
  readonly claim: string;
  /** Name of a group by value of the claim. */
  readonly groups: Readonly<Record<string, string>>;
}

/** How an identity provider is used. Secrets are not part of it. */
export interface ProviderDefinition {
  /** Identifier in paths and in `provider_name`, in lower case. */
  readonly name: string;
  readonly displayName: string;
  readonly kind: ProviderKind;
  /** Empty for OpenID 2.0, where clients are not registered. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** OpenID Connect: the issuer, by which everything else is discovered. */
  readonly issuer: string | undefined;
  /**
   * OpenID 2.0: URL of the identifiers of its users, with `{username}` in its path. Without it users type identifiers of any
   * provider.
   */
  readonly identifierUrl: string | undefined;
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  /** Where the profile of the user of an access token is. */
  readonly identityUrl: string | undefined;
  /** Where the addresses of the user are, if the profile may lack them (GitHub). */
  readonly emailsUrl: string | undefined;
  /** Where the provider reports for which client a token was issued, unless discovery or {@link tokenCheck} determines it. */
  readonly introspectionUrl: string | undefined;
  /** How it reports that: token introspection (RFC 7662), or as GitHub or Google do. */
  readonly tokenCheck: TokenCheckKind;
  /** Audiences of tokens that are accepted; the client id by default. */
  readonly audiences: readonly string[];
  readonly fields: FieldNames;
  /** Whether all email addresses of the provider are verified by it. */
  readonly trustsEmails: boolean;
  /**
   * Whether tokens of requests are accepted, besides sign-ins by a browser. Undefined: those of which it is known that they
   * were issued for this client. True: also opaque tokens of a provider that does not report their client.
   */
  readonly acceptsTokens: boolean | undefined;
  /** Whether accounts are created for new identities. */
  readonly provisions: boolean;
  readonly groupMapping: GroupMapping | undefined;
}

/** A definition with its secret. */
export interface ProviderConfiguration {
  readonly definition: ProviderDefinition;
  readonly clientSecret: string | undefined;
}

/**
 * Whether users choose the provider by the identifier that they enter: claims of such a provider apply to its own
 * identities alone.
 */
export function isChosenByUsers({
  kind,
  identifierUrl,
}: Pick<ProviderDefinition, 'kind' | 'identifierUrl'>): boolean {
  return kind === 'openid2' && identifierUrl === undefined;
}
