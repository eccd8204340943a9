import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { namedBeside } from './named-schemas';

/** A change that files lead to. Which fields it has depends on its kind. */
export class PlannedChangeDto {
  @ApiProperty({
    description: 'What changes.',
    enum: [
      'create_service',
      'change_service',
      'create_group',
      'create_user',
      'create_resource',
      'add_membership',
      'set_permission',
      'remove_permission',
      'remove_membership',
      'delete_service',
      'delete_resource',
      'delete_user',
      'delete_group',
      'adopt',
    ],
    enumName: 'PlannedChangeKind',
    example: 'set_permission',
  })
  change!: string;

  @ApiPropertyOptional({ description: 'Name of the service.', example: 'maps' })
  service?: string;

  @ApiPropertyOptional({
    description: 'Path of the resource below the service; empty for the service itself.',
    example: '/rivers/delta',
  })
  resource?: string;

  @ApiPropertyOptional({ description: 'Type of a new resource.', example: 'layer' })
  resource_type?: string;

  @ApiPropertyOptional({ description: 'Name of the user.', example: 'ada' })
  user?: string;

  @ApiPropertyOptional({ description: 'Name of the group.', example: 'hydrologists' })
  group?: string;

  @ApiPropertyOptional({
    description: 'The groups that a new user joins.',
    type: [String],
    example: ['hydrologists'],
  })
  groups?: readonly string[];

  @ApiPropertyOptional({ description: 'The permission before.', example: 'read-deny-match' })
  before?: string;

  @ApiPropertyOptional({ description: 'The permission afterwards.', example: 'read-allow-recursive' })
  after?: string;

  @ApiPropertyOptional({
    description: 'Fields of a service as the file states them.',
    ...namedBeside('StatedServiceFields'),
  })
  fields?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional({ description: 'Whether the file has a password of a new user.', example: false })
  has_password?: boolean;

  @ApiPropertyOptional({
    description: 'Whether the files no longer name it, and the change is that of prune.',
    example: true,
  })
  pruned?: boolean;

  @ApiPropertyOptional({
    description:
      'Whether it is one of the removals of prune by which somebody may gain access. Only if the plan has `needs_allow_gain`.',
    example: false,
  })
  gives_access?: boolean;
}

/** What the files no longer name, and prune keeps. */
export class KeptObjectDto {
  @ApiProperty({
    description: 'Why it is kept.',
    enum: ['changed', 'other_set', 'other_origin'],
    enumName: 'KeptReason',
    example: 'other_origin',
  })
  reason!: string;

  @ApiPropertyOptional({ description: 'Name of the service.', example: 'maps' })
  service?: string;

  @ApiPropertyOptional({
    description: 'Path of the resource below the service; empty for the service itself.',
    example: '/rivers/delta',
  })
  resource?: string;

  @ApiPropertyOptional({ description: 'Name of the user.', example: 'ada' })
  user?: string;

  @ApiPropertyOptional({ description: 'Name of the group.', example: 'hydrologists' })
  group?: string;

  @ApiPropertyOptional({ description: 'The permission, if it is one.', example: 'read-allow-recursive' })
  permission?: string;
}
