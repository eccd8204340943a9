import { ApiProperty } from '@nestjs/swagger';
import { namedBeside } from './named-schemas';
import { type EverywhereObstacle, ExplainedRuleDto } from './permission.dto';
import { PERMISSION_ACCESS, PERMISSION_NAME } from './vocabulary';

export class NeededResourceDto {
  @ApiProperty({ description: 'Resource.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({
    description: 'Names from the service down to the resource.',
    type: [String],
    example: ['thredds', 'ocean', '2024', 'sst.nc'],
  })
  resource_path!: readonly string[];

  @ApiProperty({
    description:
      'Whether it is the requested resource itself; otherwise it is the closest registered resource above, and only recursive assignments count.',
    example: true,
  })
  exact!: boolean;

  @ApiProperty({
    description: 'Whether access is allowed or denied.',
    ...PERMISSION_ACCESS,
    example: 'deny',
  })
  access!: string;

  @ApiProperty({
    description:
      'Reason: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`.',
    example: 'group:4:users',
  })
  reason!: string;

  @ApiProperty({
    description: 'All assignments of the permission that were considered, in order.',
    type: [ExplainedRuleDto],
  })
  rules!: readonly ExplainedRuleDto[];
}

/** A name in a request that is not registered. Reference: permission-rules#below. */
export interface UnregisteredName {
  name: string;
  below: readonly string[];
  reserved: boolean;
}

export class NeededPermissionDto {
  @ApiProperty({ description: 'The permission.', ...PERMISSION_NAME, example: 'read' })
  permission_name!: string;

  @ApiProperty({
    description: 'Whether it is needed on the service and on everything below it.',
    example: false,
  })
  everywhere!: boolean;

  @ApiProperty({ description: 'Whether the caller has it.', example: false })
  met!: boolean;

  @ApiProperty({
    description: 'Number of resources on which it is needed; 0 if it is needed everywhere.',
    example: 1,
    type: 'integer',
  })
  total!: number;

  @ApiProperty({
    description: 'The first of these resources, those without the permission before others.',
    type: [NeededResourceDto],
  })
  resources!: readonly NeededResourceDto[];

  @ApiProperty({
    description:
      'What prevents the caller from having it everywhere, or denies it below a resource; null if nothing does, or if it is needed on resources.',
    ...namedBeside('EverywhereObstacle'),
  })
  kept_by!: EverywhereObstacle | null;

  @ApiProperty({
    description:
      'The name that is not registered, for which it is inherited from the one entry of `resources` and may not be denied below another; null for other needs.',
    ...namedBeside('UnregisteredName'),
  })
  unregistered!: UnregisteredName | null;
}

/** What a request needs, all of which must be met. */
export class RequestNeedsDto {
  @ApiProperty({ description: 'Whether only administrators may send it.', example: false })
  administrator!: boolean;

  @ApiProperty({ description: 'The permissions.', type: [NeededPermissionDto] })
  permissions!: readonly NeededPermissionDto[];
}
