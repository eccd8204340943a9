import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { named, namedBeside } from './named-schemas';
import { PermissionEntryDto, AssignedGroupDto, AssignedResourceDto } from './permission.dto';
import { BasicServiceDto } from './service.dto';
import { RESOURCE_TYPE } from './vocabulary';

/** Fields that end every reply. Reference: http#common-fields. */
export class CommonBodyDto {
  @ApiProperty({ description: 'HTTP status.', example: 200, type: 'integer' })
  code!: number;

  @ApiProperty({ description: 'Media type of the reply.', example: 'application/json' })
  type!: string;

  @ApiProperty({ description: 'What happened, for people.', example: 'Done.' })
  detail!: string;

  @ApiProperty({ description: 'Path of the request, decoded.', example: '/session' })
  path!: string;

  @ApiProperty({
    description: 'URL of the request under the public base.',
    example: 'http://localhost:2001/session',
  })
  url!: string;

  @ApiProperty({ description: 'Method of the request.', example: 'GET' })
  method!: string;
}

export class ProblemParamDto {
  @ApiPropertyOptional({ description: 'Field or parameter that failed.', example: 'user_name' })
  name?: string;

  @ApiProperty({
    description: 'Its value, or its length where the length failed; null for secrets.',
    oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
    example: 'no!bad',
  })
  value!: unknown;

  @ApiPropertyOptional({
    description: "What it was compared with, as text; a list is written as `['a', 'b']`.",
    example: 'Type[str]',
  })
  compare?: string;

  @ApiProperty({
    description: 'The conditions that were checked, each with its outcome.',
    oneOf: [named('CheckedConditions'), { type: 'array', items: named('CheckedConditions') }],
    example: { not_empty: true, matches: false },
  })
  conditions!: unknown;
}

export class FailedCallDto {
  @ApiProperty({ description: 'Class of the failure.', example: 'PermissionSyntax' })
  exception!: string;

  @ApiProperty({ description: 'What failed.', example: 'This is not a permission.' })
  error!: string;

  @ApiProperty({ description: 'The same as the detail of the reply.', example: 'This is not a permission.' })
  detail!: string;

  @ApiPropertyOptional({
    description: 'What the operation was given.',
    ...namedBeside('FailedCallContent'),
    example: null,
  })
  content?: Record<string, unknown> | null;
}

/** A resource that a refusal was about. */
export class RefusedResourceDto extends AssignedResourceDto {
  @ApiPropertyOptional({
    description: 'Resource above it; null for a service.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  parent_id?: number | null;

  @ApiPropertyOptional({
    description: 'Service at the root; null for a service itself.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  root_service_id?: number | null;
}

/** What a refusal was about: each route names what its caller has to know, and leaves the rest out. */
export class ErrorContextDto {
  @ApiPropertyOptional({ description: 'User that it was about.', example: 'bob' })
  user_name?: string;

  @ApiPropertyOptional({ description: 'Identifier of that user.', example: 4, type: 'integer' })
  user_id?: number;

  @ApiPropertyOptional({ description: 'Group that it was about.', example: 'hydrologists' })
  group_name?: string;

  @ApiPropertyOptional({
    description: 'Description of a group that was to be made.',
    type: String,
    example: 'People who work with river models',
  })
  description?: string;

  @ApiPropertyOptional({ description: 'Whether that group was to be discoverable.', example: false })
  discoverable?: boolean;

  @ApiPropertyOptional({ description: 'The group of a rule.', type: AssignedGroupDto })
  group?: AssignedGroupDto;

  @ApiPropertyOptional({ description: 'Service that it was about.', example: 'rivers' })
  service_name?: string;

  @ApiPropertyOptional({ description: 'Type of service that it was about.', example: 'api' })
  service_type?: string;

  @ApiPropertyOptional({
    description: 'Service that a resource was expected to belong to.',
    type: BasicServiceDto,
  })
  service?: BasicServiceDto;

  @ApiPropertyOptional({ description: 'Resource that it was about.', example: 'delta' })
  resource_name?: string;

  @ApiPropertyOptional({ description: 'Type of resource that it was about.', example: 'route' })
  resource_type?: string;

  @ApiPropertyOptional({ description: 'Identifier of the resource.', example: 31, type: 'integer' })
  resource_id?: number;

  @ApiPropertyOptional({ description: 'The resource.', type: RefusedResourceDto })
  resource?: RefusedResourceDto;

  @ApiPropertyOptional({
    description: 'Types of resource that the service can have.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  resource_types_allowed?: readonly string[];

  @ApiPropertyOptional({
    description: 'Which types of resource may stand below which.',
    ...namedBeside('ResourceStructure'),
    example: { service: ['route'], route: ['route'] },
  })
  resource_structure_allowed?: Readonly<Record<string, readonly string[]>>;

  @ApiPropertyOptional({
    description: 'Permission that it was about, as it was sent or in its full form.',
    oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
    example: 'read-allow-recursive',
  })
  permission_name?: unknown;

  @ApiPropertyOptional({ description: 'The same as object.', type: PermissionEntryDto })
  permission?: PermissionEntryDto;

  @ApiPropertyOptional({ description: 'Provider that was asked for.', example: 'nobody' })
  provider_name?: string;

  @ApiPropertyOptional({ description: 'Providers that there are.', type: [String], example: ['gatehouse'] })
  providers?: readonly string[];

  @ApiPropertyOptional({ description: 'Why a sign-in failed.', example: 'The token has expired.' })
  reason?: string;

  @ApiPropertyOptional({
    description: 'Setting that a value contradicts.',
    example: 'SVC_USER_NAME_EXTRA_REGEX',
  })
  setting?: string;
}

/** Reference: http#error-bodies. Some routes add fields that name what they were about. */
export class ErrorBodyDto extends IntersectionType(ErrorContextDto, CommonBodyDto) {
  @ApiProperty({
    description: 'Template of the route, or the path where none matched.',
    example: '/users/{user_name}',
  })
  route_name!: string;

  @ApiProperty({ description: 'The same as `url`.', example: 'http://localhost:2001/users/nobody' })
  request_url!: string;

  @ApiProperty({
    description:
      'Stable name of the error, for programs; also in the header `X-Gatehouse-Reason`, which lists the codes of the operation ' +
      'and status. Codes are never renamed; new ones can be added.',
    pattern: '^[a-z][a-z0-9_]*$',
    example: 'user_not_found',
  })
  error_code!: string;

  @ApiPropertyOptional({ description: 'The value that failed a check.', type: ProblemParamDto })
  param?: ProblemParamDto;

  @ApiPropertyOptional({ description: 'The operation that failed.', type: FailedCallDto })
  call?: FailedCallDto;
}
