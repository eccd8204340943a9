import {
  RESOURCE_NAME,
  RESOURCE_NAME_MAX_LENGTH,
  SERVICE_URL,
  SERVICE_URL_MAX_LENGTH,
} from '@gatehouse/names';
import { ApiExtraModels, ApiProperty, IntersectionType } from '@nestjs/swagger';
import { FlagField } from './flag-field';
import { Loose } from './loose-field';
import { Text } from './text-field';
import { named, namedBeside } from './named-schemas';
import { RESOURCE_TYPE, SERVICE_TYPE } from './vocabulary';
import { PermissionListDto } from './permission.dto';

/** What everybody who may see a service sees of it. Reference: http#service-object. */
export class BasicServiceDto {
  @ApiProperty({ description: 'Unique name.', example: 'rivers' })
  service_name!: string;

  @ApiProperty({ description: 'Type of the service.', ...SERVICE_TYPE, example: 'api' })
  service_type!: string;

  @ApiProperty({
    description: 'How its resources are synchronised with the real service, if they are.',
    nullable: true,
    type: String,
    example: null,
  })
  service_sync_type!: string | null;

  @ApiProperty({ description: 'Whether services of this type have a configuration.', example: false })
  service_configurable!: boolean;

  @ApiProperty({ description: 'The service as root of its resources.', example: 30, type: 'integer' })
  resource_id!: number;

  @ApiProperty({
    description: 'Address at the proxy.',
    example: 'http://localhost:2002/ows/proxy/rivers',
  })
  public_url!: string;
}

/** A service with permissions: what may be set on it, what is set or what is in effect, as the route has it. */
export class ListedServiceDto extends IntersectionType(BasicServiceDto, PermissionListDto) {}

/** A service as administrators see it in listings. */
export class ServiceDto extends ListedServiceDto {
  @ApiProperty({ description: 'Private address of the real service.', example: 'http://localhost:9000' })
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

/** One service with its configuration and how the proxy treats it. */
export class ConfiguredServiceDto extends ServiceDto {
  @ApiProperty({
    description: 'Configuration in force, defaults included; null where the type has none.',
    ...namedBeside('ServiceConfiguration'),
    example: null,
  })
  configuration!: Readonly<Record<string, unknown>> | null;

  @ApiProperty({
    description: 'How the proxy treats requests for it, as it was set; null for the defaults.',
    ...namedBeside('ProxyOptions'),
    example: PROXY_EXAMPLE,
  })
  proxy!: Readonly<Record<string, unknown>> | null;
}

/** One service with the resources it can have. */
export class ServiceDetailDto extends ConfiguredServiceDto {
  @ApiProperty({ description: 'Whether resources can stand below it.', example: true })
  resource_child_allowed!: boolean;

  @ApiProperty({
    description: 'Types its resources can have, sorted.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  resource_types_allowed!: readonly string[];

  @ApiProperty({
    description: 'Which types may stand below which; empty where each may stand below any.',
    ...namedBeside('ResourceStructure'),
    example: { service: ['route'], route: ['route'] },
  })
  resource_structure_allowed!: Readonly<Record<string, readonly string[]>>;
}

export class ServiceReplyDto {
  @ApiProperty({ description: 'The service.', type: ConfiguredServiceDto })
  service!: ConfiguredServiceDto;
}

export class ServiceDetailReplyDto {
  @ApiProperty({ description: 'The service.', type: ServiceDetailDto })
  service!: ServiceDetailDto;
}

/** Services by type and name, or with `flatten` in a list. */
@ApiExtraModels(ServiceDto)
export class ServicesReplyDto {
  @ApiProperty({
    description: 'Services by type and then by name; with `flatten` a list, sorted by name.',
    oneOf: [named('ServicesByType'), named('ServiceList')],
    example: { access: {}, api: {} },
  })
  services!: Readonly<Record<string, Readonly<Record<string, ServiceDto>>>> | readonly ServiceDto[];
}

/** Services on which somebody has rules, without their private addresses. */
@ApiExtraModels(ListedServiceDto)
export class ListedServicesReplyDto {
  @ApiProperty({
    description: 'Services by type and then by name; with `flatten` a list, sorted likewise.',
    oneOf: [named('ListedServicesByType'), named('ListedServiceList')],
    example: { api: {} },
  })
  services!:
    Readonly<Record<string, Readonly<Record<string, ListedServiceDto>>>> | readonly ListedServiceDto[];
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

/** What a type of resource can have in a type of service. Reference: http#service-routes. */
export class ResourceTypeDto extends PermissionListDto {
  @ApiProperty({ description: 'Type of resource.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({ description: 'Whether resources can stand below one of this type.', example: true })
  resource_child_allowed!: boolean;
}

export class ResourceTypesReplyDto {
  @ApiProperty({ description: 'Types of resource, sorted.', type: [ResourceTypeDto] })
  resource_types!: ResourceTypeDto[];
}

export class ResourceTypeNamesDto {
  @ApiProperty({
    description: 'Names of the types of resource, sorted.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  resource_types!: readonly string[];
}

const SERVICE_PUSH = {
  about: 'Whether the change is pushed to an external workflow service, where there is one.',
  optional: true,
  example: false,
};

/** Accepted of every change that another system may have to hear of; nothing hears of it until one is configured. */
export class PushQuery {
  @FlagField(SERVICE_PUSH)
  service_push?: boolean;
}

export class PushBodyDto {
  @FlagField(SERVICE_PUSH)
  service_push?: boolean;
}

const PROXY_ABOUT =
  'How the proxy treats requests for it, as a whole: `paths`, `parameters`, `registered_names_only`, ' +
  '`forward_credentials`, `forward_cookies`, `identity_header`, `trusted_origins`, `accel_redirect`, ' +
  '`max_concurrency`, `headers_timeout`, `hooks`; null for the defaults.';

export class CreateServiceDto extends PushBodyDto {
  @Text({
    about: 'Unique name; `types` is reserved.',
    pattern: RESOURCE_NAME,
    maxLength: RESOURCE_NAME_MAX_LENGTH,
    malformed: 422,
    example: 'rivers',
  })
  service_name!: string;

  @Text({
    about: 'Private address of the real service.',
    pattern: SERVICE_URL,
    maxLength: SERVICE_URL_MAX_LENGTH,
    malformed: 422,
    example: 'http://localhost:9000',
  })
  service_url!: string;

  @Text({ about: 'One of the service types.', vocabulary: SERVICE_TYPE, example: 'api' })
  service_type!: string;

  @Text({
    about: 'How its resources are synchronised: a service type or `geoserver-api`.',
    optional: true,
    malformed: 422,
    example: 'project-api',
  })
  service_sync_type?: string;

  @Loose({
    about: 'Configuration; ignored where the type has none.',
    optional: true,
    schema: namedBeside('ServiceConfiguration'),
    example: { skip_prefix: 'thredds' },
  })
  configuration?: unknown;

  @Loose({ about: PROXY_ABOUT, optional: true, schema: namedBeside('ProxyOptions'), example: PROXY_EXAMPLE })
  proxy?: unknown;
}

/** At least one field has to differ from what is stored; empty texts are no change. */
export class UpdateServiceDto extends PushBodyDto {
  @Text({
    about: 'New name; `types` is reserved.',
    optional: true,
    emptyAllowed: true,
    wrongType: 400,
    pattern: RESOURCE_NAME,
    maxLength: RESOURCE_NAME_MAX_LENGTH,
    example: 'streams',
  })
  service_name?: string;

  @Text({
    about: 'New private address.',
    optional: true,
    emptyAllowed: true,
    wrongType: 400,
    pattern: SERVICE_URL,
    maxLength: SERVICE_URL_MAX_LENGTH,
    example: 'http://localhost:9001',
  })
  service_url?: string;

  @Loose({
    about: 'New configuration as a whole; null erases it.',
    optional: true,
    schema: namedBeside('ServiceConfiguration'),
    example: { skip_prefix: 'thredds' },
  })
  configuration?: unknown;

  @Loose({ about: PROXY_ABOUT, optional: true, schema: namedBeside('ProxyOptions'), example: PROXY_EXAMPLE })
  proxy?: unknown;
}
