import { ApiProperty, OmitType } from '@nestjs/swagger';
import { CURRENT_PASSWORD } from './current-password';
import { FlagField } from './flag-field';
import { Loose } from './loose-field';
import { named, namedBeside } from './named-schemas';
import { Text } from './text-field';
import { PERMISSION_SCOPE } from './vocabulary';

/** Maximum number of entries of a restriction. */
export const MAX_RESTRICTION_ENTRIES = 100;

/** An entry of a restriction, as sent. */
export interface RestrictionEntryBody {
  /** Either this or `service_name`. */
  readonly resource_id?: number;
  readonly service_name?: string;
  /** `recursive` by default. */
  readonly scope?: 'match' | 'recursive';
  readonly permission_names: readonly string[];
}

const RESTRICTION = {
  about: `What the token may be used for, of what its owner may do: up to ${MAX_RESTRICTION_ENTRIES} entries of a resource or service, a scope and permission names. An empty list allows what is public; null restricts nothing.`,
  optional: true,
  schema: {
    type: 'array',
    nullable: true,
    maxItems: MAX_RESTRICTION_ENTRIES,
    items: named('RestrictionEntry'),
  },
  example: [{ service_name: 'thredds', scope: 'recursive', permission_names: ['read'] }],
} as const;

const NAME = {
  about: 'Name, unique among the tokens of the user.',
  malformed: 422,
  maxLength: 100,
  example: 'nightly download',
} as const;

const EXPIRES = {
  about:
    'When it ceases to be valid; at most `SVC_TOKEN_MAX_AGE` seconds from now. Without it, `SVC_TOKEN_DEFAULT_AGE` seconds from now.',
  optional: true,
  malformed: 422,
  maxLength: 40,
  example: '2027-02-25T08:00:00Z',
} as const;

const ADMINISTRATOR = {
  about:
    'Whether the role of an administrator of the owner counts with the token. Excludes a restriction, and ends with the membership.',
  optional: true,
  example: false,
} as const;

/** Reference: sessions#api-tokens. */
export class CreateApiTokenDto {
  @Text(NAME)
  token_name!: string;

  @Text(EXPIRES)
  expires?: string;

  @FlagField(ADMINISTRATOR)
  administrator?: boolean;

  @Loose({ ...RESTRICTION, schema: { ...RESTRICTION.schema } })
  restriction?: unknown;

  @Text(CURRENT_PASSWORD)
  current_password?: string;
}

/** Fields to change; the others stay. */
export class UpdateApiTokenDto {
  @Text({ ...NAME, optional: true })
  token_name?: string;

  @Text({ ...EXPIRES, about: 'New end, at most `SVC_TOKEN_MAX_AGE` seconds from now.' })
  expires?: string;

  @FlagField(ADMINISTRATOR)
  administrator?: boolean;

  @Loose({ ...RESTRICTION, schema: { ...RESTRICTION.schema } })
  restriction?: unknown;

  @Text(CURRENT_PASSWORD)
  current_password?: string;
}

/** An entry of a restriction with the place of its resource. */
export class ShownRestrictionEntryDto {
  @ApiProperty({ description: 'The resource, or the service.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({
    description:
      'Names from the service down to the resource, joined by `/`; the identifier if the resource is not visible to the owner.',
    example: 'thredds/public/climate',
  })
  path!: string;

  @ApiProperty({
    description: 'Only the resource, or also everything below it.',
    ...PERMISSION_SCOPE,
    example: 'recursive',
  })
  scope!: string;

  @ApiProperty({ description: 'Names of permissions.', type: [String], example: ['read'] })
  permission_names!: readonly string[];
}

/** Who has last used a token; IPv6 networks by the /64, `client` is its `User-Agent`. */
export interface ApiTokenUseDto {
  readonly time: string;
  readonly network: string;
  readonly client: string | null;
}

export class ApiTokenDto {
  @ApiProperty({
    description: 'Identifier, which cannot be used to authenticate.',
    format: 'uuid',
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  token_id!: string;

  @ApiProperty({ description: 'Name, unique among the tokens of the user.', example: 'nightly download' })
  token_name!: string;

  @ApiProperty({
    description: 'When it was created.',
    format: 'date-time',
    type: String,
    example: '2026-11-27T07:00:00.000Z',
  })
  created!: string;

  @ApiProperty({
    description: 'When it ceases to be valid.',
    format: 'date-time',
    type: String,
    example: '2027-02-25T07:00:00.000Z',
  })
  expires!: string;

  @ApiProperty({ description: 'Whether it has expired.', example: false })
  expired!: boolean;

  @ApiProperty({ description: 'Whether the role of an administrator of the owner counts.', example: false })
  administrator!: boolean;

  @ApiProperty({
    description: 'What it may be used for; null for everything that the owner may do.',
    type: [ShownRestrictionEntryDto],
    nullable: true,
  })
  restriction!: readonly ShownRestrictionEntryDto[] | null;

  @ApiProperty({ description: 'Its last use; null if it was never used.', ...namedBeside('ApiTokenUse') })
  last_used!: ApiTokenUseDto | null;
}

/** A token as it is shown to who authenticates with it. */
export class SessionTokenDto extends OmitType(ApiTokenDto, ['expired', 'last_used']) {}

export class ApiTokenReplyDto {
  @ApiProperty({ description: 'The token.', type: ApiTokenDto })
  token!: ApiTokenDto;
}

export class CreatedApiTokenDto {
  @ApiProperty({ description: 'What it is.', type: ApiTokenDto })
  token!: ApiTokenDto;

  @ApiProperty({
    description: 'The token itself, shown once.',
    example: 'gth_0000000000000000000000000000000000000000000000000',
  })
  value!: string;
}

export class ApiTokensDto {
  @ApiProperty({ description: 'By name, at most 10,000.', type: [ApiTokenDto] })
  tokens!: readonly ApiTokenDto[];
}
