import { ApiProperty } from '@nestjs/swagger';
import { Text } from './text-field';
import { RESOURCE_TYPE } from './vocabulary';
import { Whole } from './whole-field';

const MAX_ID = 2 ** 31 - 1;
const MAX_CREDENTIAL_LENGTH = 4_000;

/** Page of the children of a resource. */
export class SynchronizedResourcesQuery {
  @Whole({
    about: 'The registered resource whose children are listed; the service by default.',
    optional: true,
    min: 1,
    max: MAX_ID,
    example: 26,
  })
  resource_id?: number;

  @Whole({
    about: 'Instead, a resource of the service that is not registered, by its `remote_id`.',
    optional: true,
    min: 1,
    max: MAX_ID,
    example: 12,
  })
  remote_id?: number;

  @Whole({
    about: 'The `resource_id` of the last registered child of the previous page.',
    optional: true,
    min: 1,
    max: MAX_ID,
    example: 27,
  })
  after?: number;

  @Whole({
    about: 'The `remote_id` of the last child of the previous page that is not registered.',
    optional: true,
    min: 1,
    max: MAX_ID,
    example: 14,
  })
  after_remote?: number;

  @Whole({
    about: 'Maximum number of children in each list; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

/** A registered resource beside those of the real service. */
export class MatchedResourceDto {
  @ApiProperty({ description: 'Identifier.', type: 'integer', example: 26 })
  resource_id!: number;

  @ApiProperty({ description: 'Name.', example: 'archive' })
  resource_name!: string;

  @ApiProperty({ description: 'Display name.', example: 'Archive' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type of the resource.', ...RESOURCE_TYPE, example: 'directory' })
  resource_type!: string;

  @ApiProperty({
    description: 'Whether the service has it, or may have it below what was read; null if it was never read.',
    nullable: true,
    type: Boolean,
    example: true,
  })
  matches_remote!: boolean | null;

  @ApiProperty({
    description:
      'Identifier of the resource of the service, until the next synchronization; null if there is none.',
    nullable: true,
    type: 'integer',
    example: 12,
  })
  remote_id!: number | null;

  @ApiProperty({ description: 'Whether anything is below it, registered or at the service.', example: true })
  has_children!: boolean;
}

/** A resource of the real service that is not registered. */
export class RemoteResourceDto {
  @ApiProperty({ description: 'Identifier, until the next synchronization.', type: 'integer', example: 14 })
  remote_id!: number;

  @ApiProperty({ description: 'Name; it may be none that can be registered.', example: 'rivers.nc' })
  resource_name!: string;

  @ApiProperty({ description: 'Title that the service states, or the name.', example: 'Rivers' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type that it would have.', ...RESOURCE_TYPE, example: 'file' })
  resource_type!: string;

  @ApiProperty({
    description: 'Why it cannot be registered; null if it can.',
    nullable: true,
    type: String,
    example: null,
  })
  problem!: string | null;

  @ApiProperty({ description: 'Whether the service has resources below it.', example: false })
  has_children!: boolean;
}

export class SynchronizedResourcesReplyDto {
  @ApiProperty({ description: 'Registered children, in their order.', type: [MatchedResourceDto] })
  resources!: MatchedResourceDto[];

  @ApiProperty({ description: 'Children that the service alone has.', type: [RemoteResourceDto] })
  remote_only!: RemoteResourceDto[];
}

/** Credentials for the URL of the service: a user name with a password, or a token. They are never shown. */
export class SynchronizationCredentialsDto {
  @Text({
    about: 'User name (HTTP Basic).',
    optional: true,
    malformed: 422,
    maxLength: MAX_CREDENTIAL_LENGTH,
    example: 'reader',
  })
  user_name?: string;

  @Text({
    about: 'Password (HTTP Basic).',
    optional: true,
    malformed: 422,
    maxLength: MAX_CREDENTIAL_LENGTH,
    secret: true,
    example: 'correct horse',
  })
  password?: string;

  @Text({
    about: 'Token (HTTP Bearer), instead of a user name and a password; empty counts as absent.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    maxLength: MAX_CREDENTIAL_LENGTH,
    secret: true,
    example: '',
  })
  token?: string;
}
