import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IdentityProviderSummaryDto } from './identity-provider.dto';

export class VersionDto {
  @ApiProperty({ description: 'Version of the service.', example: '6.0.0' })
  version!: string;

  @ApiProperty({
    description: 'Newest migration of the database.',
    example: 'ClientNetworks1795309200000',
  })
  db_version!: string;

  @ApiPropertyOptional({
    description: 'Present in read-only mode (`SVC_READ_ONLY`): changes are refused.',
    example: true,
  })
  read_only?: boolean;
}

export class ProvidersListDto {
  @ApiProperty({
    description: 'Identity providers whose accounts are stored in this instance.',
    type: [String],
    example: ['gatehouse'],
  })
  internal!: string[];

  @ApiProperty({ description: 'External identity providers.', type: [String], example: [] })
  external!: string[];
}

/** What the public pages of the console need before sign-in. */
export class ConsoleSettingsDto {
  @ApiProperty({ description: 'Version of the service.', example: '6.0.0' })
  version!: string;

  @ApiProperty({
    description: 'Minimum length of a new password, in characters.',
    example: 12,
    type: 'integer',
  })
  password_min_length!: number;

  @ApiProperty({ description: 'Whether users can register themselves.', example: false })
  registration_enabled!: boolean;

  @ApiProperty({
    description: 'Whether an administrator has to approve registrations.',
    example: false,
  })
  registration_approval_enabled!: boolean;

  @ApiProperty({
    description: 'Whether users who forgot their password can choose a new one through a link in a mail.',
    example: false,
  })
  password_reset_enabled!: boolean;

  @ApiProperty({
    description:
      'Whether browsers keep the session cookie only for https (`SVC_COOKIE_SECURE`): at an address of http, except localhost, they drop it.',
    example: true,
  })
  cookie_secure!: boolean;

  @ApiProperty({
    description: 'Maximum seconds for which an API token is valid (`SVC_TOKEN_MAX_AGE`).',
    example: 31536000,
    type: 'integer',
  })
  token_max_age!: number;

  @ApiProperty({
    description: 'Seconds for which an API token is valid that states no end (`SVC_TOKEN_DEFAULT_AGE`).',
    example: 7776000,
    type: 'integer',
  })
  token_default_age!: number;

  @ApiProperty({
    description: 'Whether changes are refused (`SVC_READ_ONLY`).',
    example: false,
  })
  read_only!: boolean;

  @ApiProperty({
    description: 'Whether other instances can be connected (`SVC_NETWORK_ENABLED`).',
    example: false,
  })
  network_enabled!: boolean;

  @ApiProperty({ description: 'Keyword for the signed-in user in paths.', example: 'current' })
  logged_user!: string;

  @ApiProperty({ description: 'Group whose members are administrators.', example: 'administrators' })
  admin_group!: string;

  @ApiProperty({ description: 'User that represents requests without a session.', example: 'anonymous' })
  anonymous_user!: string;

  @ApiProperty({
    description: 'Public address of the proxy, below which services are.',
    example: 'http://localhost:2002/ows/proxy',
  })
  proxy_public_url!: string;

  @ApiProperty({ description: 'Identity providers that users can sign in with.', type: ProvidersListDto })
  providers!: ProvidersListDto;

  @ApiProperty({ description: 'The external ones.', type: [IdentityProviderSummaryDto] })
  identity_providers!: IdentityProviderSummaryDto[];
}

export class ProvidersDto {
  @ApiProperty({ description: 'Names of identity providers by kind.', type: ProvidersListDto })
  providers!: ProvidersListDto;

  @ApiProperty({ description: 'The external ones, sorted by name.', type: [IdentityProviderSummaryDto] })
  identity_providers!: IdentityProviderSummaryDto[];
}
