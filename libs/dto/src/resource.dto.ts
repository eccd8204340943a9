import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Pattern, RESOURCE_NAME, MAX_RESOURCE_NAME_LENGTH } from '@gatehouse/names';
import { FlagField } from './flag-field';
import { Text } from './text-field';
import { Whole } from './whole-field';
import { namedBeside } from './named-schemas';
import { PermissionListDto, AssignedResourceDto } from './permission.dto';
import { ListedServiceDto, PushBodyDto, ServiceDto } from './service.dto';
import { RESOURCE_TYPE, SERVICE_TYPE } from './vocabulary';

/** Display text: anything that can be stored, which excludes unpaired surrogates. */
const LABEL: Pattern = {
  name: 'LABEL',
  test: (text) => !/\p{Surrogate}/u.test(text),
  source: '^\\P{Surrogate}*$',
  described: '^[^\\x00]*$',
};

/** Fields that every representation of a resource has. Reference: http#resource-object. */
export class ResourceSummaryDto extends AssignedResourceDto {
  @ApiProperty({
    description: 'Identifier of the parent resource; null for a service.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  parent_id!: number | null;

  @ApiProperty({
    description: 'Identifier of the service that it belongs to; null for a service.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  root_service_id!: number | null;
}

export class ResourceCreatedDto {
  @ApiProperty({ description: 'The new resource.', type: ResourceSummaryDto })
  resource!: ResourceSummaryDto;
}

const NESTED_RESOURCES = { ...namedBeside('ResourcesById'), example: {} };

/** A resource with permissions, and with its child resources or, if the query requests it, its parent. */
export class ResourceDto extends ResourceSummaryDto implements PermissionListDto {
  @ApiProperty({
    description:
      'Permissions as strings: the applicable, assigned or effective ones, depending on the route.',
    type: [String],
    example: ['read', 'read-allow-recursive'],
  })
  permission_names!: PermissionListDto['permission_names'];

  @ApiProperty({
    description: 'The same permissions as objects.',
    type: 'array',
    items: { $ref: '#/components/schemas/PermissionEntryDto' },
  })
  permissions!: PermissionListDto['permissions'];

  @ApiPropertyOptional({
    description: 'Child resources by identifier, in their order.',
    ...NESTED_RESOURCES,
  })
  children?: Readonly<Record<string, ResourceDto>>;

  @ApiPropertyOptional({
    description: 'With `parents`: the parent resource, by its identifier.',
    ...NESTED_RESOURCES,
  })
  parent?: Readonly<Record<string, ResourceDto>>;
}

/** One resource, or a list of the resources on its path. */
@ApiExtraModels(ResourceDto)
export class ResourceReplyDto {
  @ApiPropertyOptional({
    description: 'The resource; with `parents` and `invert` the service, down to the resource.',
    type: ResourceDto,
  })
  resource?: ResourceDto;

  @ApiPropertyOptional({
    description:
      'With `parents` and `flatten`: the resources on the path, from the resource to the service, or the reverse with `invert`.',
    type: [ResourceDto],
  })
  resources?: ResourceDto[];

  @ApiPropertyOptional({
    description:
      'Names of the sets of configuration files that own the resource of the path, sorted. Changes by others are differences from these files.',
    type: [String],
    example: ['default'],
  })
  managed_by?: readonly string[];
}

/** A service with the tree of its resources. */
export class ServiceTreeDto extends ListedServiceDto {
  @ApiProperty({ description: 'Resources directly below the service, by identifier.', ...NESTED_RESOURCES })
  resources!: Readonly<Record<string, ResourceDto>>;
}

/** One service of a listing. */
export class ServiceTreeReplyDto {
  @ApiProperty({ description: 'The service with its resources.', type: ServiceTreeDto })
  service!: ServiceTreeDto;
}

/** The same for administrators. */
export class ServiceTreeWithUrlDto extends ServiceDto {
  @ApiProperty({ description: 'Resources directly below the service, by identifier.', ...NESTED_RESOURCES })
  resources!: Readonly<Record<string, ResourceDto>>;
}

/** All resources, or those that a listing includes. */
@ApiExtraModels(ServiceTreeDto, ResourceDto)
export class ResourcesReplyDto {
  @ApiProperty({
    description: 'Services with their resources, by type and then by name.',
    ...namedBeside('ServiceTreesByType'),
    example: { access: {}, api: {} },
  })
  resources!: Readonly<Record<string, Readonly<Record<string, ServiceTreeDto>>>>;
}

/** The resource types that are allowed below a resource. Reference: request-mapping#structure. */
export class ResourcePositionDto {
  @ApiProperty({ description: 'Name.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'Type; `service` for a service.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({
    description: 'Resource types that are allowed below it, sorted.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  children_resource_types!: readonly string[];

  @ApiProperty({ description: 'Whether child resources are allowed.', example: true })
  children_resource_allowed!: boolean;

  @ApiProperty({ description: 'Identifier of the service.', example: 30, type: 'integer' })
  root_service_id!: number;

  @ApiProperty({ description: 'Name of the service.', example: 'hydrology' })
  root_service_name!: string;

  @ApiProperty({ description: 'Type of the service.', ...SERVICE_TYPE, example: 'api' })
  root_service_type!: string;
}

/** A row of a page of children. */
export class ChildResourceDto extends ResourceSummaryDto {
  @ApiProperty({ description: 'Whether it has child resources.', example: true })
  has_children!: boolean;
}

export class ChildResourcesDto {
  @ApiProperty({ description: 'Child resources in their order.', type: [ChildResourceDto] })
  children!: ChildResourceDto[];
}

export class VisibleChildrenDto {
  @ApiProperty({
    description: 'Those of the examined child resources that are visible to the user, in their order.',
    type: [ChildResourceDto],
  })
  children!: ChildResourceDto[];

  @ApiProperty({
    description:
      '`after` of the next page, which may have visible children although this one has none; null if no children follow.',
    nullable: true,
    type: 'integer',
    example: 31,
  })
  next!: number | null;
}

export class ResourceRenamedDto {
  @ApiProperty({ description: 'Identifier.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'The new name.', example: 'streams' })
  resource_name!: string;

  @ApiProperty({ description: 'The previous name.', example: 'rivers' })
  old_resource_name!: string;

  @ApiProperty({ description: 'The new name.', example: 'streams' })
  new_resource_name!: string;
}

/** How a read of one resource nests. Reference: http#reading-resources. */
export class ResourceQuery {
  @FlagField({
    about: 'Return the parents of the resource instead of its children.',
    optional: true,
    aliases: ['parent'],
    example: false,
  })
  parents?: boolean;

  @FlagField({
    about:
      'With `parents`: order from the service to the resource instead of from the resource to the service.',
    optional: true,
    aliases: ['inverted'],
    example: false,
  })
  invert?: boolean;

  @FlagField({
    about: 'With `parents`: return a list instead of nested objects.',
    optional: true,
    aliases: ['flattened', 'list'],
    example: false,
  })
  flatten?: boolean;
}

/** Numbers larger than any identifier are well-formed: no resource has them. */
const ANY_ID = Number.MAX_SAFE_INTEGER;

/** The largest possible identifier. */
export const MAX_ID = 2 ** 31 - 1;

/** Page of child resources: up to `limit` that follow the child `after`. */
export class ChildrenQuery {
  @Whole({
    about: 'Maximum number of child resources in the reply.',
    optional: true,
    min: 1,
    max: 10_000,
    example: 100,
  })
  limit?: number;

  @Whole({
    about: 'Identifier of the last child of the previous page, which may have been deleted since.',
    optional: true,
    min: 0,
    max: MAX_ID,
    example: 31,
  })
  after?: number;
}

/** Page of the child resources that a user sees: of up to `limit` that follow the child `after`. */
export class VisibleChildrenQuery {
  @Whole({
    about: 'Maximum number of child resources that are examined.',
    optional: true,
    min: 1,
    max: 1_000,
    example: 100,
  })
  limit?: number;

  @Whole({ about: '`next` of the previous page.', optional: true, min: 0, max: MAX_ID, example: 31 })
  after?: number;
}

const CHILD_TYPE = {
  about: 'Type; one of those that are allowed below the parent.',
  vocabulary: RESOURCE_TYPE,
  example: 'route',
} as const;

const NAME = {
  about: 'Name, unique among its siblings ignoring case.',
  malformed: 422,
  pattern: RESOURCE_NAME,
  maxLength: MAX_RESOURCE_NAME_LENGTH,
  example: 'rivers',
} as const;

const DISPLAY_NAME = {
  about: 'Display name; defaults to the name if absent or empty.',
  optional: true,
  emptyAllowed: true,
  malformed: 422,
  pattern: LABEL,
  maxLength: MAX_RESOURCE_NAME_LENGTH,
  example: 'Rivers',
} as const;

export class CreateResourceDto {
  @Text(CHILD_TYPE)
  resource_type!: string;

  @Whole({
    about: 'Identifier of the parent resource; services are created at `/services`.',
    missing: 422,
    min: 0,
    max: ANY_ID,
    example: 30,
  })
  parent_id!: number;

  @Text(NAME)
  resource_name!: string;

  @Text(DISPLAY_NAME)
  resource_display_name?: string;
}

/** The same below the service in the path. */
export class CreateServiceResourceDto {
  @Text(CHILD_TYPE)
  resource_type!: string;

  @Whole({
    about: 'Identifier of the parent resource in the service; the service itself by default.',
    optional: true,
    min: 0,
    max: ANY_ID,
    example: 30,
  })
  parent_id?: number;

  @Text(NAME)
  resource_name!: string;

  @Text(DISPLAY_NAME)
  resource_display_name?: string;
}

export class RenameResourceDto extends PushBodyDto {
  @Text(NAME)
  resource_name!: string;
}
