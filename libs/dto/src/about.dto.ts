import { ApiProperty } from '@nestjs/swagger';

export class VersionDto {
  @ApiProperty({ description: 'Version of the service.', example: '6.0.0' })
  version!: string;

  @ApiProperty({
    description: 'Newest migration of the database.',
    example: 'ClientNetworks1795309200000',
  })
  db_version!: string;
}

export class ProvidersListDto {
  @ApiProperty({
    description: 'Providers whose accounts are kept here.',
    type: [String],
    example: ['gatehouse'],
  })
  internal!: string[];

  @ApiProperty({ description: 'Providers elsewhere.', type: [String], example: [] })
  external!: string[];
}

/** What the public pages of the console have to know before anybody signs in. */
export class ConsoleSettingsDto {
  @ApiProperty({ description: 'Version of the service.', example: '6.0.0' })
  version!: string;

  @ApiProperty({ description: 'Fewest characters of a new password.', example: 12, type: 'integer' })
  password_min_length!: number;

  @ApiProperty({ description: 'Whether people can register themselves.', example: false })
  registration_enabled!: boolean;

  @ApiProperty({ description: 'Keyword for the signed-in user in paths.', example: 'current' })
  logged_user!: string;

  @ApiProperty({ description: 'Group whose members administer.', example: 'administrators' })
  admin_group!: string;

  @ApiProperty({ description: 'User that a request without session is.', example: 'anonymous' })
  anonymous_user!: string;

  @ApiProperty({ description: 'Providers that a person can sign in with.', type: ProvidersListDto })
  providers!: ProvidersListDto;
}

export class ProvidersDto {
  @ApiProperty({ description: 'Names by kind.', type: ProvidersListDto })
  providers!: ProvidersListDto;
}
