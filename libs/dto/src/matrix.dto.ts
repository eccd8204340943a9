import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  DECIDED_ACCESS,
  DECIDING_PRINCIPAL,
  DECIDING_RESOURCE,
  DECISION_REASON,
  MEMBER_DECISION,
} from './decision-fields';
import { FlagField } from './flag-field';
import { namedBeside } from './named-schemas';
import { MAX_OFFSET } from './page-fields';
import { MAX_ID } from './resource.dto';
import { Text } from './text-field';
import { PERMISSION_NAME, RESOURCE_TYPE } from './vocabulary';
import { Whole } from './whole-field';

/** The rows of a permission matrix to read. Reference: console-api#matrix. */
export class MatrixQuery {
  @Text({
    about: 'The user whose permissions are shown. Either this or `group_name` is required.',
    optional: true,
    malformed: 422,
    maxLength: 256,
    example: 'bob',
  })
  user_name?: string;

  @Text({
    about: 'The group whose permissions are shown.',
    optional: true,
    malformed: 422,
    maxLength: 256,
    example: 'hydrologists',
  })
  group_name?: string;

  @Whole({
    about:
      'Show the children of this resource. By default, the first row is the service, followed by its children.',
    optional: true,
    min: 0,
    max: MAX_ID,
    example: 30,
  })
  parent_id?: number;

  @Whole({
    about: 'Number of rows before the page; 0 by default.',
    optional: true,
    min: 0,
    max: MAX_OFFSET,
    example: 0,
  })
  offset?: number;

  @Whole({
    about: 'Maximum number of rows in the reply; 60 by default.',
    optional: true,
    min: 1,
    max: 200,
    example: 60,
  })
  limit?: number;

  @FlagField({
    about:
      'Show only resources on which the user or group has an assignment, at any level of the service or below `parent_id`, each before the resources below it.',
    optional: true,
    example: false,
  })
  assigned?: boolean;
}

/** The assignment of the user or group on the resource itself. */
export interface ExplicitCellDto {
  readonly access: string;
  readonly scope: string;
}

/** The decision for the permission on the resource. */
export class EffectiveCellDto {
  @ApiProperty(DECIDED_ACCESS)
  access!: string;

  @ApiProperty(DECISION_REASON)
  reason!: string;

  @ApiProperty(DECIDING_RESOURCE)
  resource_id!: number | null;

  @ApiProperty(DECIDING_PRINCIPAL)
  principal!: string | null;
}

/** One permission on one resource. */
export class MatrixCellDto {
  @ApiProperty({
    description: 'The assignment of the user or group on the resource itself; null if there is none.',
    ...namedBeside('ExplicitPermission'),
    example: { access: 'allow', scope: 'recursive' },
  })
  explicit!: ExplicitCellDto | null;

  @ApiProperty({
    description: 'The decision, with inheritance; for a group, by its own assignments only.',
    type: EffectiveCellDto,
  })
  effective!: EffectiveCellDto;

  @ApiPropertyOptional({ description: MEMBER_DECISION, type: EffectiveCellDto })
  member?: EffectiveCellDto;
}

/** A resource with the permissions that apply to its type. */
@ApiExtraModels(MatrixCellDto)
export class MatrixRowDto {
  @ApiProperty({ description: 'Identifier.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({
    description: 'Identifier of the parent; null for a service.',
    example: 30,
    type: 'integer',
    nullable: true,
  })
  parent_id!: number | null;

  @ApiProperty({ description: 'Name, unique among its siblings.', example: 'delta' })
  resource_name!: string;

  @ApiProperty({ description: 'Display name.', example: 'Delta' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type; `service` for the service.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({
    description: 'Number of levels below the service; 0 for the service.',
    example: 1,
    type: 'integer',
  })
  level!: number;

  @ApiProperty({
    description: 'Names from the service down to the resource, joined by `/`.',
    example: 'rivers/delta',
  })
  path!: string;

  @ApiProperty({ description: 'Number of children.', example: 12, type: 'integer' })
  child_count!: number;

  @ApiProperty({
    description:
      'Number of resources below this one, at any level, on which the user or group has an assignment.',
    example: 3,
    type: 'integer',
  })
  assigned_below!: number;

  @ApiProperty({
    description:
      'By permission name; a permission that does not apply to the type of the resource is absent.',
    ...namedBeside('MatrixCells'),
  })
  cells!: Readonly<Record<string, MatrixCellDto>>;
}

/** A page of a permission matrix. Reference: console-api#matrix. */
export class MatrixDto {
  @ApiProperty({ description: 'Revision that the page shows.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({
    description: 'The columns: all permission names of the service type, sorted.',
    ...PERMISSION_NAME,
    isArray: true,
    example: ['read', 'write'],
  })
  permission_names!: readonly string[];

  @ApiProperty({ description: 'Number of rows of all pages.', example: 10000, type: 'integer' })
  total!: number;

  @ApiProperty({ description: 'Number of rows before the page.', example: 0, type: 'integer' })
  offset!: number;

  @ApiProperty({ description: 'The rows of the page, in the order of the tree.', type: [MatrixRowDto] })
  rows!: readonly MatrixRowDto[];
}

/** A resource on the path from a service down to another resource. */
export class LocationStepDto {
  @ApiProperty({ description: 'Identifier.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'Name.', example: 'delta' })
  resource_name!: string;

  @ApiProperty({ description: 'Display name.', example: 'Delta' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type; `service` for the service.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({
    description: 'Number of levels below the service; 0 for the service.',
    example: 1,
    type: 'integer',
  })
  level!: number;

  @ApiProperty({
    description: 'Number of siblings before it, in the order of the matrix with `parent_id`.',
    example: 4711,
    type: 'integer',
  })
  offset!: number;
}

/** Where a resource is in the tree of its service. Reference: console-api#location. */
export class LocationDto {
  @ApiProperty({ description: 'Revision that the reply shows.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({ description: 'Name of the service.', example: 'rivers' })
  service_name!: string;

  @ApiProperty({
    description: 'Names from the service down to the resource, joined by `/`.',
    example: 'rivers/delta',
  })
  resource_path!: string;

  @ApiProperty({
    description: 'The service first, then each resource on the path, and last the resource itself.',
    type: [LocationStepDto],
  })
  ancestors!: readonly LocationStepDto[];
}
