import {
  RESOURCE_NAME,
  MAX_RESOURCE_NAME_LENGTH,
  SERVICE_URL,
  MAX_SERVICE_URL_LENGTH,
} from '@gatehouse/names';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { FlagField } from './flag-field';
import { Loose } from './loose-field';
import { Text } from './text-field';
import { named, namedBeside } from './named-schemas';
import { RESOURCE_TYPE, SERVICE_TYPE } from './vocabulary';
import { PermissionListDto } from './permission.dto';

/** Fields of a service that are visible to all callers who can see the service. Reference: http#service-object. */
export class BasicServiceDto {
  @ApiProperty({ description: 'Unique name.', example: 'rivers' })
  service_name!: string;

  @ApiProperty({ description: 'Type of the service.', ...SERVICE_TYPE, example: 'api' })
  service_type!: string;

  @ApiProperty({
    description: 'How its resources are synchronized with the upstream service, if at all.',
    nullable: true,
    type: String,
    example: null,
  })
  service_sync_type!: string | null;

  @ApiProperty({ description: 'Whether services of this type have a configuration.', example: false })
  service_configurable!: boolean;

  @ApiProperty({
    description: 'Identifier of the service as the root of its resources.',
    example: 30,
    type: 'integer',
  })
  resource_id!: number;

  @ApiProperty({
    description: 'URL at the proxy.',
    example: 'http://localhost:2002/ows/proxy/rivers',
  })
  public_url!: string;
}

/** A service with permissions: the applicable, assigned or effective ones, depending on the route. */
export class ListedServiceDto extends IntersectionType(BasicServiceDto, PermissionListDto) {}

/** A service as administrators see it in listings. */
export class ServiceDto extends ListedServiceDto {
  @ApiProperty({ description: 'Private URL of the upstream service.', example: 'http://localhost:9000' })
  service_url!: string;
}

const PROXY_EXAMPLE = {
  max_concurrency: 20,
  hooks: [
    {
      on: 'response',
      when: { method: 'POST', path: '/jobs' },
      do: [
        { create_resource: { below: '/jobs', name: '${body.jobID}', type: 'route' } },
        { grant: { to: 'caller', permission: 'read-allow-recursive' } },
      ],
    },
  ],
};

const SYNCHRONIZATION_EXAMPLE = { mode: 'suggest', interval_minutes: 60, depth: 3 };

/** One service with its configuration and its options. */
export class ConfiguredServiceDto extends ServiceDto {
  @ApiProperty({
    description: 'Configuration in effect, including defaults; null if the type has none.',
    ...namedBeside('ServiceConfiguration'),
    example: null,
  })
  configuration!: Readonly<Record<string, unknown>> | null;

  @ApiProperty({
    description: 'Proxy options as set; null for the defaults.',
    ...namedBeside('ProxyOptions'),
    example: PROXY_EXAMPLE,
  })
  proxy!: Readonly<Record<string, unknown>> | null;

  @ApiProperty({
    description: 'Synchronization options as set; null for the defaults.',
    ...namedBeside('SynchronizationOptions'),
    example: SYNCHRONIZATION_EXAMPLE,
  })
  synchronization!: Readonly<Record<string, unknown>> | null;
}

/** One service with the resource types that it allows. */
export class ServiceDetailDto extends ConfiguredServiceDto {
  @ApiProperty({ description: 'Whether resources are allowed below it.', example: true })
  resource_child_allowed!: boolean;

  @ApiProperty({
    description: 'Resource types that are allowed in it, sorted.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  resource_types_allowed!: readonly string[];

  @ApiProperty({
    description: 'Resource types that are allowed below each type; empty if there are no restrictions.',
    ...namedBeside('ResourceStructure'),
    example: { service: ['route'], route: ['route'] },
  })
  resource_structure_allowed!: Readonly<Record<string, readonly string[]>>;

  @ApiPropertyOptional({
    description:
      'Names of the sets of configuration files that own it, sorted. Changes by others are differences from these files.',
    type: [String],
    example: ['default'],
  })
  managed_by?: readonly string[];
}

export class ServiceReplyDto {
  @ApiProperty({ description: 'The service.', type: ConfiguredServiceDto })
  service!: ConfiguredServiceDto;
}

export class ServiceDetailReplyDto {
  @ApiProperty({ description: 'The service.', type: ServiceDetailDto })
  service!: ServiceDetailDto;
}

/** Services by type and name, or, with `flatten`, in a list. */
@ApiExtraModels(ServiceDto)
export class ServicesReplyDto {
  @ApiProperty({
    description: 'Services by type and then by name; with `flatten`, a list sorted by name.',
    oneOf: [named('ServicesByType'), named('ServiceList')],
    example: { access: {}, api: {} },
  })
  services!: Readonly<Record<string, Readonly<Record<string, ServiceDto>>>> | readonly ServiceDto[];
}

/** Services on which a principal has permissions, without their private URLs. */
@ApiExtraModels(ListedServiceDto)
export class ListedServicesReplyDto {
  @ApiProperty({
    description: 'Services by type and then by name; with `flatten`, a list in the same order.',
    oneOf: [named('ListedServicesByType'), named('ListedServiceList')],
    example: { api: {} },
  })
  services!:
    | Readonly<Record<string, Readonly<Record<string, ListedServiceDto>>>>
    | readonly ListedServiceDto[];
}

export class ServiceTypesDto {
  @ApiProperty({
    description: 'Names of all service types, sorted.',
    ...SERVICE_TYPE,
    isArray: true,
    example: ['access', 'api'],
  })
  service_types!: readonly string[];
}

/** The properties of a resource type in a service type. Reference: http#service-routes. */
export class ResourceTypeDto extends PermissionListDto {
  @ApiProperty({ description: 'Resource type.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({ description: 'Whether resources are allowed below resources of this type.', example: true })
  resource_child_allowed!: boolean;
}

export class ResourceTypesReplyDto {
  @ApiProperty({ description: 'Resource types, sorted.', type: [ResourceTypeDto] })
  resource_types!: ResourceTypeDto[];
}

export class ResourceTypeNamesDto {
  @ApiProperty({
    description: 'Names of the resource types, sorted.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  resource_types!: readonly string[];
}

const SERVICE_PUSH = {
  about:
    'Whether the list of services is sent to the workflow portal; without effect if none is configured, or for other services than `wps`.',
  optional: true,
  example: false,
};

/** Accepted for every change that can be sent to the workflow portal; without effect where none is configured. */
export class PushQuery {
  @FlagField(SERVICE_PUSH)
  service_push?: boolean;
}

export class PushBodyDto {
  @FlagField(SERVICE_PUSH)
  service_push?: boolean;
}

const PROXY_ABOUT =
  'Proxy options, replaced as a whole: `paths`, `parameters`, `registered_names_only`, `unregistered_names`, ' +
  '`suffixes`, `forward_credentials`, `forward_cookies`, `identity_header`, `trusted_origins`, `accel_redirect`, ' +
  '`pages`, `max_concurrency`, `headers_timeout`, `hooks`, `hooks_required`; null for the defaults. With `pages`: `trusted`, where services ' +
  'share the origin of Gatehouse, its pages can do everything that the user can do in Gatehouse.';

const SYNCHRONIZATION = {
  about:
    'Synchronization options, replaced as a whole: `mode` (`suggest`, `create`, `mirror`), `interval_minutes`, `depth`; ' +
    'null for the defaults.',
  optional: true,
  schema: namedBeside('SynchronizationOptions'),
  example: SYNCHRONIZATION_EXAMPLE,
} as const;

const URL = {
  about: 'Private URL of the upstream service.',
  pattern: SERVICE_URL,
  maxLength: MAX_SERVICE_URL_LENGTH,
  malformed: 422,
  example: 'http://localhost:9000',
} as const;
const TYPE = { about: 'One of the service types.', vocabulary: SERVICE_TYPE, example: 'api' } as const;
const SYNC_TYPE = {
  about:
    'How its resources are synchronized: a service type, `geoserver-api`, `ogcapi`, `openapi`, `stac` or `wms`.',
  optional: true,
  malformed: 422,
  example: 'project-api',
} as const;
const CONFIGURATION = {
  about: 'Configuration; ignored if the type has none.',
  optional: true,
  schema: namedBeside('ServiceConfiguration'),
  example: { skip_prefix: 'thredds' },
} as const;
const PROXY = {
  about: PROXY_ABOUT,
  optional: true,
  schema: namedBeside('ProxyOptions'),
  example: PROXY_EXAMPLE,
} as const;

export class CreateServiceDto extends PushBodyDto {
  @Text({
    about: 'Unique name; `types` is reserved.',
    pattern: RESOURCE_NAME,
    maxLength: MAX_RESOURCE_NAME_LENGTH,
    malformed: 422,
    example: 'rivers',
  })
  service_name!: string;

  @Text(URL)
  service_url!: string;

  @Text(TYPE)
  service_type!: string;

  @Text(SYNC_TYPE)
  service_sync_type?: string;

  @Loose(CONFIGURATION)
  configuration?: unknown;

  @Loose(PROXY)
  proxy?: unknown;

  @Loose(SYNCHRONIZATION)
  synchronization?: unknown;
}

/** A service whose resources are read before it exists, as it would be created. */
export class PreviewSynchronizationDto {
  @Text(URL)
  service_url!: string;

  @Text(TYPE)
  service_type!: string;

  @Text(SYNC_TYPE)
  service_sync_type?: string;

  @Loose(CONFIGURATION)
  configuration?: unknown;

  @Loose(PROXY)
  proxy?: unknown;

  @Loose(SYNCHRONIZATION)
  synchronization?: unknown;
}

/** At least one field must differ from the stored value; empty strings do not count as changes. */
export class UpdateServiceDto extends PushBodyDto {
  @Text({
    about: 'New name; `types` is reserved.',
    optional: true,
    emptyAllowed: true,
    wrongType: 400,
    pattern: RESOURCE_NAME,
    maxLength: MAX_RESOURCE_NAME_LENGTH,
    example: 'streams',
  })
  service_name?: string;

  @Text({
    about: 'New private URL.',
    optional: true,
    emptyAllowed: true,
    wrongType: 400,
    pattern: SERVICE_URL,
    maxLength: MAX_SERVICE_URL_LENGTH,
    example: 'http://localhost:9001',
  })
  service_url?: string;

  @Loose({
    about: 'New configuration, replaced as a whole; null removes it.',
    optional: true,
    schema: namedBeside('ServiceConfiguration'),
    example: { skip_prefix: 'thredds' },
  })
  configuration?: unknown;

  @Loose(PROXY)
  proxy?: unknown;

  @Loose(SYNCHRONIZATION)
  synchronization?: unknown;
}
