import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Loose } from './loose-field';
import { named, namedBeside } from './named-schemas';
import { type EverywhereObstacle, ExplainedRuleDto } from './permission.dto';
import { Text } from './text-field';
import {
  BODY_ENCODING,
  BODY_KIND,
  PERMISSION_ACCESS,
  PERMISSION_NAME,
  REQUEST_OUTCOME,
  SERVICE_TYPE,
  patternOf,
} from './vocabulary';

/** A request to evaluate: `url` with the other fields, or `curl`. */
export class EvaluateRequestDto {
  @Text({
    about: 'Method; GET by default.',
    optional: true,
    malformed: 422,
    maxLength: 32,
    example: 'GET',
  })
  method?: string;

  @Text({
    about:
      'URL below the public address of the proxy, its path, or `service/path`; with its query, as a client sends it.',
    optional: true,
    malformed: 422,
    maxLength: 16_000,
    example: 'thredds/fileServer/ocean/2024/sst.nc',
  })
  url?: string;

  @Loose({
    about:
      'Headers in the order in which they are sent. Those that identify the caller or frame the body are ignored.',
    optional: true,
    schema: { type: 'array', maxItems: 100, items: named('RequestHeader') },
    example: [{ name: 'Accept', value: 'application/json' }],
  })
  headers?: unknown;

  @Text({
    about: 'Body.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    maxLength: 1_000_000,
    example: '',
  })
  body?: string;

  @Text({
    about: 'How `body` represents the bytes; `text` (UTF-8) by default.',
    optional: true,
    malformed: 422,
    vocabulary: BODY_ENCODING,
    pattern: patternOf(BODY_ENCODING),
    example: 'text',
  })
  body_encoding?: 'text' | 'base64';

  @Text({
    about:
      'A curl command, instead of the fields above. It is not executed; options that are not supported are reported.',
    optional: true,
    malformed: 422,
    maxLength: 100_000,
    example: "curl 'http://localhost:2002/ows/proxy/thredds/fileServer/ocean/2024/sst.nc'",
  })
  curl?: string;

  @Text({
    about: 'The user who is signed in; anonymous by default.',
    optional: true,
    malformed: 422,
    maxLength: 200,
    example: 'bob',
  })
  user_name?: string;
}

export class TestedRequestDto {
  @ApiProperty({ description: 'Method.', example: 'GET' })
  method!: string;

  @ApiProperty({
    description: 'Path as the proxy authorizes and forwards it; null if it is ambiguous.',
    nullable: true,
    type: String,
    example: '/ows/proxy/thredds/fileServer/ocean/2024/sst.nc',
  })
  path!: string | null;

  @ApiProperty({
    description: 'Query without the question mark, and without parameters that are addressed to the proxy.',
    example: '',
  })
  query!: string;

  @ApiProperty({
    description: 'Name of the service in the path; null if there is none.',
    nullable: true,
    type: String,
    example: 'thredds',
  })
  service_name!: string | null;

  @ApiProperty({
    description: 'Segments of the path below the service, decoded.',
    type: [String],
    example: ['fileServer', 'ocean', '2024', 'sst.nc'],
  })
  segments!: readonly string[];

  @ApiProperty({ description: 'How the body is read.', ...BODY_KIND, example: 'none' })
  body!: string;

  @ApiProperty({
    description: 'Names of the headers that were ignored.',
    type: [String],
    example: ['cookie'],
  })
  ignored_headers!: readonly string[];
}

export class TestedCallerDto {
  @ApiProperty({
    description: 'The user; null for an anonymous caller.',
    nullable: true,
    type: String,
    example: 'bob',
  })
  user_name!: string | null;

  @ApiProperty({ description: 'Whether the user is an administrator.', example: false })
  administrator!: boolean;
}

export class TestedServiceDto {
  @ApiProperty({ description: 'Identifier of its resource.', example: 30, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'Name.', example: 'thredds' })
  service_name!: string;

  @ApiProperty({ description: 'Type.', ...SERVICE_TYPE, example: 'thredds' })
  service_type!: string;
}

/** How the grammar of the service's type reads a request. */
export class RequestReadingDto {
  @ApiProperty({ description: 'Whether the grammar covers the request.', example: true })
  covered!: boolean;

  @ApiProperty({
    description: 'Whether it makes the service execute something, even if its method is GET.',
    example: false,
  })
  executes!: boolean;

  @ApiProperty({
    description:
      'Part of the request that the grammar does not cover: a parameter, `path`, `method` or `body`; null if it covers all.',
    nullable: true,
    type: String,
    example: null,
  })
  locator!: string | null;

  @ApiProperty({
    description: 'Why it is not covered; null if it is.',
    nullable: true,
    type: String,
    example: null,
  })
  explanation!: string | null;
}

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

/** A name in a request that is not registered. Reference: permissions#below. */
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

/** What the proxy would do with a request, and why. Reference: proxy#request-tester. */
export class RequestEvaluationDto {
  @ApiProperty({ description: 'Revision of the decision.', example: 12, type: 'integer' })
  revision!: number;

  @ApiProperty({ description: 'The request as the proxy reads it.', type: TestedRequestDto })
  request!: TestedRequestDto;

  @ApiProperty({ description: 'The caller.', type: TestedCallerDto })
  caller!: TestedCallerDto;

  @ApiPropertyOptional({
    description: 'The service; absent if none is found.',
    type: TestedServiceDto,
  })
  service?: TestedServiceDto;

  @ApiProperty({
    description:
      '`forwarded`: to the service, after its hooks; `answered`: by the proxy itself, as a preflight of a browser; `refused`.',
    ...REQUEST_OUTCOME,
    example: 'refused',
  })
  outcome!: string;

  @ApiProperty({
    description: 'Status of the refusal; null if the request is not refused.',
    nullable: true,
    type: 'integer',
    example: 403,
  })
  status!: number | null;

  @ApiProperty({
    description: 'The `error_code` of the refusal.',
    nullable: true,
    type: String,
    example: 'permission_denied',
  })
  error_code!: string | null;

  @ApiProperty({
    description: 'Text of the refusal.',
    nullable: true,
    type: String,
    example: 'The permission for this operation is missing.',
  })
  error_detail!: string | null;

  @ApiProperty({
    description: 'The permission that determines the decision, if any.',
    nullable: true,
    type: String,
    example: 'read',
  })
  permission_name!: string | null;

  @ApiProperty({
    description:
      'Reason for the decision, as in `X-Gatehouse-Decision`: also `everywhere`, `not-everywhere`, `not-covered`, `denied-below` or `not-registered`; null if it was made without permissions.',
    nullable: true,
    type: String,
    example: 'group:4:users',
  })
  reason!: string | null;

  @ApiPropertyOptional({
    description: 'How the request is read; absent if it does not reach a usable service.',
    type: RequestReadingDto,
  })
  reading?: RequestReadingDto;

  @ApiPropertyOptional({
    description: 'What the request needs; absent if it cannot be read.',
    type: RequestNeedsDto,
  })
  needs?: RequestNeedsDto;
}

export class RequestEvaluationReplyDto {
  @ApiProperty({ description: 'The evaluation.', type: RequestEvaluationDto })
  evaluation!: RequestEvaluationDto;
}
