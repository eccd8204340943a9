import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Pattern, RESOURCE_NAME, RESOURCE_NAME_MAX_LENGTH } from '@gatehouse/names';
import { FlagField } from './flag-field';
import { Text } from './text-field';
import { Whole } from './whole-field';
import { namedBeside } from './named-schemas';
import { PermissionListDto, AssignedResourceDto } from './permission.dto';
import { ListedServiceDto, PushBodyDto, ServiceDto } from './service.dto';
import { RESOURCE_TYPE, SERVICE_TYPE } from './vocabulary';

/** Text for people: anything that can be stored. Half of a surrogate pair cannot. */
const LABEL: Pattern = {
  name: 'LABEL',
  test: (text) => !/\p{Surrogate}/u.test(text),
  source: '^\\P{Surrogate}*$',
  described: '^[^\\x00]*$',
};

/** What is always told of a resource. Reference: http#resource-object. */
export class ResourceSummaryDto extends AssignedResourceDto {
  @ApiProperty({
    description: 'Resource above it; null for a service.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  parent_id!: number | null;

  @ApiProperty({
    description: 'Service at the root; null for a service itself.',
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

/** A resource with permissions, and with what is below it or, where the query asks for it, above it. */
export class ResourceDto extends ResourceSummaryDto implements PermissionListDto {
  @ApiProperty({
    description:
      'Permissions as text: what may be set, what is set or what is in effect, as the route has it.',
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
    description: 'Resources below it by their id, in their order.',
    ...NESTED_RESOURCES,
  })
  children?: Readonly<Record<string, ResourceDto>>;

  @ApiPropertyOptional({
    description: 'With `parents`: the resource above it, by its id.',
    ...NESTED_RESOURCES,
  })
  parent?: Readonly<Record<string, ResourceDto>>;
}

/** One resource, or a path of them in a list. */
@ApiExtraModels(ResourceDto)
export class ResourceReplyDto {
  @ApiPropertyOptional({
    description: 'The resource; with `parents` and `invert` the service, down to the resource.',
    type: ResourceDto,
  })
  resource?: ResourceDto;

  @ApiPropertyOptional({
    description:
      'With `parents` and `flatten`: the resources of the path, from the resource up unless inverted.',
    type: [ResourceDto],
  })
  resources?: ResourceDto[];
}

/** A service with the tree of its resources. */
export class ServiceTreeDto extends ListedServiceDto {
  @ApiProperty({ description: 'Resources directly below the service, by their id.', ...NESTED_RESOURCES })
  resources!: Readonly<Record<string, ResourceDto>>;
}

/** One service of a listing. */
export class ServiceTreeReplyDto {
  @ApiProperty({ description: 'The service with its resources.', type: ServiceTreeDto })
  service!: ServiceTreeDto;
}

/** The same for administrators. */
export class ServiceTreeWithUrlDto extends ServiceDto {
  @ApiProperty({ description: 'Resources directly below the service, by their id.', ...NESTED_RESOURCES })
  resources!: Readonly<Record<string, ResourceDto>>;
}

/** All resources, or those that a listing shows. */
@ApiExtraModels(ServiceTreeDto, ResourceDto)
export class ResourcesReplyDto {
  @ApiProperty({
    description: 'Services with their resources, by type and then by name.',
    ...namedBeside('ServiceTreesByType'),
    example: { access: {}, api: {} },
  })
  resources!: Readonly<Record<string, Readonly<Record<string, ServiceTreeDto>>>>;
}

/** What may stand below a resource. Reference: request-mapping#structure. */
export class ResourcePositionDto {
  @ApiProperty({ description: 'Name.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'Type; `service` for a service.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({
    description: 'Types that may stand below it, sorted.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  children_resource_types!: readonly string[];

  @ApiProperty({ description: 'Whether any may.', example: true })
  children_resource_allowed!: boolean;

  @ApiProperty({ description: 'Service at the root.', example: 30, type: 'integer' })
  root_service_id!: number;

  @ApiProperty({ description: 'Name of that service.', example: 'hydrology' })
  root_service_name!: string;

  @ApiProperty({ description: 'Type of that service.', ...SERVICE_TYPE, example: 'api' })
  root_service_type!: string;
}

/** A row of a page of children. */
export class ChildResourceDto extends ResourceSummaryDto {
  @ApiProperty({ description: 'Whether it has children itself.', example: true })
  has_children!: boolean;
}

export class ChildResourcesDto {
  @ApiProperty({ description: 'Children in their order.', type: [ChildResourceDto] })
  children!: ChildResourceDto[];
}

export class ResourceRenamedDto {
  @ApiProperty({ description: 'Identifier.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'The new name.', example: 'streams' })
  resource_name!: string;

  @ApiProperty({ description: 'The name before.', example: 'rivers' })
  old_resource_name!: string;

  @ApiProperty({ description: 'The new name.', example: 'streams' })
  new_resource_name!: string;
}

/** How a read of one resource nests. Reference: http#reading-resources. */
export class ResourceQuery {
  @FlagField({
    about: 'What is above it in place of what is below it.',
    optional: true,
    aliases: ['parent'],
    example: false,
  })
  parents?: boolean;

  @FlagField({
    about: 'With `parents`: from the service down rather than from the resource up.',
    optional: true,
    aliases: ['inverted'],
    example: false,
  })
  invert?: boolean;

  @FlagField({
    about: 'With `parents`: a list rather than nested objects.',
    optional: true,
    aliases: ['flattened', 'list'],
    example: false,
  })
  flatten?: boolean;
}

/** Larger numbers than any identifier are no mistake of form: nothing has them. */
const ANY_ID = Number.MAX_SAFE_INTEGER;

/** The largest identifier there can be. */
export const LAST_ID = 2 ** 31 - 1;

/** Page of children: up to `limit` of them that follow the child `after`. */
export class ChildrenQuery {
  @Whole({ about: 'Most children of the reply.', optional: true, min: 1, max: 10_000, example: 100 })
  limit?: number;

  @Whole({
    about: 'Identifier of the last child of the page before, which need not exist any more.',
    optional: true,
    min: 0,
    max: LAST_ID,
    example: 31,
  })
  after?: number;
}

const CHILD_TYPE = {
  about: 'Type, one of those that may stand at this place.',
  vocabulary: RESOURCE_TYPE,
  example: 'route',
} as const;

const NAME = {
  about: 'Name, unique among its siblings ignoring case.',
  malformed: 422,
  pattern: RESOURCE_NAME,
  maxLength: RESOURCE_NAME_MAX_LENGTH,
  example: 'rivers',
} as const;

const DISPLAY_NAME = {
  about: 'Name for people; the name where it is absent or empty.',
  optional: true,
  emptyAllowed: true,
  malformed: 422,
  pattern: LABEL,
  maxLength: RESOURCE_NAME_MAX_LENGTH,
  example: 'Rivers',
} as const;

export class CreateResourceDto {
  @Text(CHILD_TYPE)
  resource_type!: string;

  @Whole({
    about: 'Resource to stand below; services are made at `/services`.',
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

/** The same below a service that the path names. */
export class CreateServiceResourceDto {
  @Text(CHILD_TYPE)
  resource_type!: string;

  @Whole({
    about: 'Resource of the service to stand below; the service itself where it is absent.',
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
