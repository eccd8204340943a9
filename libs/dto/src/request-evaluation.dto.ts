import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RequestNeedsDto } from './request-needs.dto';
import { BODY_KIND, REQUEST_OUTCOME, SERVICE_TYPE } from './vocabulary';

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

/** What the proxy would do with a request, and why. Reference: enforcement#request-tester. */
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
