import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Fields that end every reply. Spec: interface (Common response body), decisions 8. */
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
    nullable: true,
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    example: 'no!bad',
  })
  value!: unknown;

  @ApiPropertyOptional({
    description: 'What it was compared with.',
    oneOf: [{ type: 'string' }, { type: 'array', items: {} }],
    example: 'Type[str]',
  })
  compare?: unknown;

  @ApiProperty({
    description: 'The conditions that were checked, each with its outcome.',
    oneOf: [
      { type: 'object', additionalProperties: { type: 'boolean' } },
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'boolean' } } },
    ],
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
    nullable: true,
    type: 'object',
    additionalProperties: true,
  })
  content?: Record<string, unknown> | null;
}

/** Spec: interface (Error response body). Some routes add fields that name what they were about. */
export class ErrorBodyDto extends CommonBodyDto {
  @ApiProperty({
    description: 'Template of the route, or the path where none matched.',
    example: '/users/{user_name}',
  })
  route_name!: string;

  @ApiProperty({ description: 'The same as `url`.', example: 'http://localhost:2001/users/nobody' })
  request_url!: string;

  @ApiPropertyOptional({ description: 'The value that failed a check.', type: ProblemParamDto })
  param?: ProblemParamDto;

  @ApiPropertyOptional({ description: 'The operation that failed.', type: FailedCallDto })
  call?: FailedCallDto;
}
