import type { IdentityProviderDto } from '@gatehouse/dto';
import type { RawDefinition, ListedProvider } from '@gatehouse/sign-in';
import { problem } from '@gatehouse/problems';

export function toIdentityProvider({ definition, source, hasSecret }: ListedProvider): IdentityProviderDto {
  const { fields, groupMapping } = definition;
  return {
    provider_name: definition.name,
    source,
    has_secret: hasSecret,
    definition: {
      name: definition.name,
      display_name: definition.displayName,
      protocol: definition.kind,
      client_id: definition.clientId === '' ? null : definition.clientId,
      issuer: definition.issuer ?? null,
      identifier_url: definition.identifierUrl ?? null,
      authorization_url: definition.authorizationUrl ?? null,
      token_url: definition.tokenUrl ?? null,
      identity_url: definition.identityUrl ?? null,
      emails_url: definition.emailsUrl ?? null,
      introspection_url: definition.introspectionUrl ?? null,
      token_check: definition.tokenCheck,
      scopes: definition.scopes,
      audiences: definition.audiences,
      fields: {
        subject: fields.subject,
        user_name: fields.userName,
        email: fields.email,
        email_verified: fields.emailVerified,
        display_name: fields.displayName,
      },
      groups: groupMapping ? { claim: groupMapping.claim, mapping: groupMapping.groups } : null,
      trust_emails: definition.trustsEmails,
      accept_tokens: definition.acceptsTokens ?? null,
      provisioning: definition.provisions,
    },
  };
}

/** Throws `provider_value_invalid` for what is not an object. */
export function definitionOf(value: unknown): RawDefinition {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RawDefinition;
  const expected = 'an object';
  throw problem(
    'provider_value_invalid',
    { field: 'definition', expected },
    { param: { name: 'definition', value: null, compare: expected, conditions: { is_type: false } } },
  );
}
