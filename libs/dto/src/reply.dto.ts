import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { ChangedFieldDto } from './changed-field.dto';
import { ConfigurationEffectDto, LaterChangeDto } from './configuration-effect.dto';
import { namedBeside } from './named-schemas';
import { ConflictingAssignmentDto } from './permission-change.dto';
import { PermissionEntryDto, AssignedGroupDto, AssignedResourceDto } from './permission.dto';
import { BasicServiceDto } from './service.dto';
import { RESOURCE_TYPE } from './vocabulary';

/** Fields that end every reply. Reference: http#common-fields. */
export class CommonBodyDto {
  @ApiProperty({ description: 'HTTP status.', example: 200, type: 'integer' })
  code!: number;

  @ApiProperty({ description: 'Media type of the reply.', example: 'application/json' })
  type!: string;

  @ApiProperty({ description: 'Description of the outcome, for display.', example: 'Done.' })
  detail!: string;

  @ApiProperty({ description: 'Decoded path of the request.', example: '/session' })
  path!: string;

  @ApiProperty({
    description: 'URL of the request below the public base URL.',
    example: 'http://localhost:2001/session',
  })
  url!: string;

  @ApiProperty({ description: 'Method of the request.', example: 'GET' })
  method!: string;
}

export class ProblemParamDto {
  @ApiPropertyOptional({ description: 'Name of the invalid field or parameter.', example: 'user_name' })
  name?: string;

  @ApiProperty({
    description:
      "Its value as a string, or its length if the length is invalid; a list has the form `['a', 'b']`; null for secrets.",
    type: String,
    nullable: true,
    example: 'no!bad',
  })
  value!: string | null;

  @ApiPropertyOptional({
    description: "Value that it was compared with, as a string; a list has the form `['a', 'b']`.",
    example: 'Type[str]',
  })
  compare?: string;

  @ApiProperty({
    description: 'Evaluated conditions, each with its result.',
    ...namedBeside('CheckedConditions'),
    example: { not_empty: true, matches: false },
  })
  conditions!: Partial<Record<string, boolean>>;
}

export class FailedCallDto {
  @ApiProperty({ description: 'Class of the error.', example: 'PermissionSyntax' })
  exception!: string;

  @ApiProperty({ description: 'Message of the error.', example: 'Invalid permission.' })
  error!: string;

  @ApiProperty({ description: 'Same as `detail` of the reply.', example: 'Invalid permission.' })
  detail!: string;

  @ApiPropertyOptional({
    description: 'Input of the operation.',
    ...namedBeside('FailedCallContent'),
    example: null,
  })
  content?: Record<string, unknown> | null;
}

/** A resource in an error. */
export class RefusedResourceDto extends AssignedResourceDto {
  @ApiPropertyOptional({
    description: 'Identifier of the parent resource; null for a service.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  parent_id?: number | null;

  @ApiPropertyOptional({
    description: 'Identifier of the service that it belongs to; null for a service.',
    nullable: true,
    type: 'integer',
    example: 30,
  })
  root_service_id?: number | null;
}

/** The objects that an error refers to: each route includes the ones that its clients need. */
export class ErrorContextDto {
  @ApiPropertyOptional({
    description: 'Name of the user; null if it is not known.',
    type: String,
    nullable: true,
    example: 'bob',
  })
  user_name?: string | null;

  @ApiPropertyOptional({ description: 'Identifier of the user.', example: 4, type: 'integer' })
  user_id?: number;

  @ApiPropertyOptional({ description: 'Name of the group.', example: 'hydrologists' })
  group_name?: string;

  @ApiPropertyOptional({
    description: 'Description of the group to create.',
    type: String,
    example: 'Users who work with river models',
  })
  description?: string;

  @ApiPropertyOptional({ description: 'Whether the group to create is discoverable.', example: false })
  discoverable?: boolean;

  @ApiPropertyOptional({
    description: 'The group that the permission is assigned to.',
    type: AssignedGroupDto,
  })
  group?: AssignedGroupDto;

  @ApiPropertyOptional({ description: 'Name of the service.', example: 'rivers' })
  service_name?: string;

  @ApiPropertyOptional({ description: 'Type of the service.', example: 'api' })
  service_type?: string;

  @ApiPropertyOptional({
    description: 'Service that the resource was expected to belong to.',
    type: BasicServiceDto,
  })
  service?: BasicServiceDto;

  @ApiPropertyOptional({ description: 'Name of the resource.', example: 'delta' })
  resource_name?: string;

  @ApiPropertyOptional({ description: 'Type of the resource.', example: 'route' })
  resource_type?: string;

  @ApiPropertyOptional({ description: 'Identifier of the resource.', example: 31, type: 'integer' })
  resource_id?: number;

  @ApiPropertyOptional({ description: 'The resource.', type: RefusedResourceDto })
  resource?: RefusedResourceDto;

  @ApiPropertyOptional({
    description: 'Resource types that are allowed in the service.',
    ...RESOURCE_TYPE,
    isArray: true,
    example: ['route'],
  })
  resource_types_allowed?: readonly string[];

  @ApiPropertyOptional({
    description: 'Resource types that are allowed below each type.',
    ...namedBeside('ResourceStructure'),
    example: { service: ['route'], route: ['route'] },
  })
  resource_structure_allowed?: Readonly<Record<string, readonly string[]>>;

  @ApiPropertyOptional({
    description: 'The permission, as sent or in its full form.',
    oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
    example: 'read-allow-recursive',
  })
  permission_name?: unknown;

  @ApiPropertyOptional({ description: 'The permission as an object.', type: PermissionEntryDto })
  permission?: PermissionEntryDto;

  @ApiPropertyOptional({ description: 'Name of the requested identity provider.', example: 'nobody' })
  provider_name?: string;

  @ApiPropertyOptional({
    description: 'Names of the available identity providers.',
    type: [String],
    example: ['gatehouse'],
  })
  providers?: readonly string[];

  @ApiPropertyOptional({ description: 'Why a sign-in failed.', example: 'The token has expired.' })
  reason?: string;

  @ApiPropertyOptional({
    description: 'Assignments that were changed after the revision in `If-Match`.',
    type: [ConflictingAssignmentDto],
  })
  conflicts?: readonly ConflictingAssignmentDto[];

  @ApiPropertyOptional({
    description:
      'Fields that the request would change and that were changed after the revision in `If-Match`.',
    type: [ChangedFieldDto],
  })
  changed_fields?: readonly ChangedFieldDto[];

  @ApiPropertyOptional({
    description:
      'The first 100 changes of what a plan of configuration files is about, after its revision; empty if the files have changed instead.',
    type: [LaterChangeDto],
  })
  later_changes?: readonly LaterChangeDto[];

  @ApiPropertyOptional({
    description:
      'The effect that a plan of configuration files has now, where it differs from the one that was reviewed.',
    type: ConfigurationEffectDto,
  })
  effect?: ConfigurationEffectDto;

  @ApiPropertyOptional({
    description: 'Setting that the value conflicts with.',
    example: 'SVC_USER_NAME_EXTRA_REGEX',
  })
  setting?: string;
}

/** Reference: http#error-bodies. Some routes add fields for the objects that an error refers to. */
export class ErrorBodyDto extends IntersectionType(ErrorContextDto, CommonBodyDto) {
  @ApiProperty({
    description: 'Template of the route, or the path if no route matched.',
    example: '/users/{user_name}',
  })
  route_name!: string;

  @ApiProperty({ description: 'Same as `url`.', example: 'http://localhost:2001/users/nobody' })
  request_url!: string;

  @ApiProperty({
    description:
      'Stable name of the error, for programs; also in the header `X-Gatehouse-Reason`, which lists the codes of the operation ' +
      'and status. Codes are never renamed; new ones can be added.',
    pattern: '^[a-z][a-z0-9_]*$',
    example: 'user_not_found',
  })
  error_code!: string;

  @ApiPropertyOptional({ description: 'The invalid value.', type: ProblemParamDto })
  param?: ProblemParamDto;

  @ApiPropertyOptional({ description: 'The operation that failed.', type: FailedCallDto })
  call?: FailedCallDto;
}
