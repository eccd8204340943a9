import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PARAM } from '@gatehouse/names';
import { CURRENT_PASSWORD } from './current-password';
import { Loose } from './loose-field';
import { namedBeside } from './named-schemas';
import { Text } from './text-field';
import { ISSUER_STATE, PROVIDER_PROTOCOL, PROVIDER_SOURCE } from './vocabulary';

/** An external identity provider, as a sign-in form needs it. */
export class IdentityProviderSummaryDto {
  @ApiProperty({ description: 'Name in `provider_name` and in paths.', example: 'keycloak' })
  provider_name!: string;

  @ApiProperty({ description: 'Name shown to users.', example: 'Keycloak' })
  display_name!: string;

  @ApiProperty({ description: 'Protocol of the provider.', ...PROVIDER_PROTOCOL, example: 'openid-connect' })
  protocol!: string;

  @ApiProperty({
    description: 'Where a browser begins a sign-in with it.',
    example: 'https://gate.example.org/providers/keycloak/signin',
  })
  sign_in_url!: string;
}

/** Reference: sessions#provider-sign-in. */
export class ProviderSignInDto {
  @ApiPropertyOptional({
    description: 'The page to continue on; absent if the browser is redirected to the provider.',
    example: 'https://gate.example.org/ui/',
  })
  homepage_route?: string;
}

/** An identity at a provider with which a user can sign in. Reference: identity-providers#identities. */
export class ExternalIdentityDto {
  @ApiProperty({ description: 'Identifier, with which it can be unlinked.', type: 'integer', example: 7 })
  identity_id!: number;

  @ApiProperty({ description: 'Name of the provider.', example: 'keycloak' })
  provider_name!: string;

  @ApiProperty({ description: 'Identifier of the user at the provider.', example: '248289761001' })
  external_id!: string;

  @ApiProperty({
    description: 'Name of the user at the provider when the identity was added.',
    type: String,
    nullable: true,
    example: 'anna',
  })
  external_user_name!: string | null;

  @ApiProperty({
    description: 'When it was added.',
    format: 'date-time',
    example: '2026-11-22T08:00:00.000Z',
  })
  created!: string;
}

export class ExternalIdentitiesDto {
  @ApiProperty({ description: 'The oldest first.', type: [ExternalIdentityDto] })
  identities!: ExternalIdentityDto[];

  @ApiProperty({
    description: 'Whether the user can also sign in with a password.',
    example: false,
  })
  has_password!: boolean;
}

/** The provider whose identity is to be linked to the account of the caller. */
export class LinkIdentityDto {
  @Text({
    about: 'Name of an external provider.',
    malformed: 422,
    pattern: PARAM,
    maxLength: 100,
    example: 'keycloak',
  })
  provider_name!: string;

  @Text({
    about: 'Name, or identifier, of the user at the provider; needed for OpenID 2.0.',
    optional: true,
    maxLength: 255,
    malformed: 422,
    example: 'anna',
  })
  external_user_name?: string;

  @Text({
    about: 'Page to continue on: a path below `SVC_URL`, or a URL of its host.',
    optional: true,
    emptyAllowed: true,
    maxLength: 2048,
    malformed: 422,
    example: '/ui/account',
  })
  came_from?: string;

  @Text(CURRENT_PASSWORD)
  current_password?: string;
}

export class LinkIdentityReplyDto {
  @ApiProperty({
    description: 'Address at the provider where the browser has to continue; it returns automatically.',
    example: 'https://login.example.org/authorize?client_id=gatehouse',
  })
  location!: string;
}

/** Source: OpenID Connect Back-Channel Logout 1.0, 2.5. */
export class BackChannelLogoutDto {
  @Text({
    about: 'Logout token that the provider has signed.',
    maxLength: 16_384,
    secret: true,
    example: 'eyJ0eXAiOiJsb2dvdXQrand0In0.eyJzdWIiOiIyNDgifQ.c2lnbmF0dXJl',
  })
  logout_token!: string;
}

const DEFINITION_EXAMPLE = {
  name: 'keycloak',
  preset: 'keycloak',
  issuer: 'https://login.example.org/realms/institute',
  client_id: 'gatehouse',
};
const SECRET = {
  about: 'Client secret; stored encrypted and never returned.',
  optional: true,
  maxLength: 500,
  malformed: 422,
  secret: true,
  example: 'a long random text',
} as const;

/** Reference: identity-providers#definition. */
export class CreateIdentityProviderDto {
  @Loose({
    about: 'Definition of the provider.',
    schema: namedBeside('IdentityProviderDefinition'),
    example: DEFINITION_EXAMPLE,
  })
  definition!: unknown;

  @Text(SECRET)
  client_secret?: string;
}

export class UpdateIdentityProviderDto {
  @Loose({
    about: 'Fields to change; null removes one.',
    optional: true,
    schema: namedBeside('IdentityProviderDefinition'),
    example: { display_name: 'Institute' },
  })
  definition?: unknown;

  @Text(SECRET)
  client_secret?: string;
}

/** An identity provider, without its secret. */
export class IdentityProviderDto {
  @ApiProperty({ description: 'Name.', example: 'keycloak' })
  provider_name!: string;

  @ApiProperty({ description: 'Where it is defined.', ...PROVIDER_SOURCE, example: 'api' })
  source!: string;

  @ApiProperty({ description: 'Whether it has a client secret.', example: true })
  has_secret!: boolean;

  @ApiProperty({
    description: 'Its definition, with what the preset adds.',
    ...namedBeside('IdentityProviderDefinition'),
    example: DEFINITION_EXAMPLE,
  })
  definition!: unknown;
}

export class IdentityProviderReplyDto {
  @ApiProperty({ description: 'The provider.', type: IdentityProviderDto })
  provider!: IdentityProviderDto;
}

/** Reference: identity-providers#discovery. */
export class DiscoverIssuerDto {
  @Text({ about: 'The issuer, as in a definition.', maxLength: 2048, example: 'https://login.example.org' })
  issuer!: string;
}

export class IssuerDiscoveryDto {
  @ApiProperty({
    description:
      '`usable`: users can sign in. `other_issuer`: the metadata there is that of another issuer. `unusable`: there is no answer, or none that can be used.',
    ...ISSUER_STATE,
    example: 'usable',
  })
  state!: string;

  @ApiProperty({
    description: 'Why it is not usable, for administrators.',
    nullable: true,
    type: String,
    example: null,
  })
  reason!: string | null;

  @ApiProperty({
    description: 'The issuer that the metadata states, if it is another one.',
    nullable: true,
    type: String,
    example: null,
  })
  stated_issuer!: string | null;
}
