import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LOGIN, PARAM } from '@gatehouse/names';
import { SessionTokenDto } from './api-token.dto';
import { Text } from './text-field';
import { UserDto } from './user.dto';

/** Credentials, in a body or, for older clients, in a query. Reference: sessions#sign-in. */
export class SignInDto {
  @Text({
    about: 'Identity provider of the user; the internal one by default.',
    optional: true,
    nullAllowed: false,
    malformed: 422,
    pattern: PARAM,
    maxLength: 100,
    example: 'gatehouse',
  })
  provider_name?: string;

  @Text({
    about: 'User name or email address.',
    malformed: 422,
    empty: 400,
    pattern: LOGIN,
    maxLength: 256,
    example: 'bob',
  })
  user_name!: string;

  @Text({
    about: 'Password; required by the internal provider.',
    optional: true,
    emptyAllowed: true,
    secret: true,
    malformed: 422,
    example: 'correct horse battery',
  })
  password?: string;

  @Text({
    about:
      'Page to continue on after a sign-in with an external provider: a path below `SVC_URL`, or a URL of its host.',
    optional: true,
    emptyAllowed: true,
    maxLength: 2048,
    malformed: 422,
    example: '/ui/',
  })
  came_from?: string;
}

/** Reference: sessions#password-reset. */
export class RequestPasswordResetDto {
  @Text({
    about: 'User name or email address.',
    malformed: 422,
    pattern: LOGIN,
    maxLength: 256,
    example: 'bob',
  })
  user_name!: string;
}

/** Query of the sign-in form. */
export class ReturnDto {
  @Text({
    about:
      'Path of the page to return to, including the path prefix of the deployment. Any other value redirects to the console.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    example: '/ui/',
  })
  return?: string;
}

/** A session in force. Reference: sessions#session-listing. */
export class ListedSessionDto {
  @ApiProperty({
    description: 'Identifier, with which the session can be ended.',
    format: 'uuid',
    example: '6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21',
  })
  session_id!: string;

  @ApiProperty({
    description: 'Browser or program and operating system that started it; null if it is unknown.',
    nullable: true,
    type: String,
    example: 'Firefox 140 on Linux',
  })
  device!: string | null;

  @ApiProperty({
    description: 'Address of the client that started it.',
    nullable: true,
    type: String,
    example: '192.0.2.7',
  })
  address!: string | null;

  @ApiProperty({
    description: 'When it started.',
    format: 'date-time',
    type: String,
    example: '2026-11-22T08:00:00.000Z',
  })
  created!: string;

  @ApiProperty({
    description: 'When it was last used, to within five minutes.',
    format: 'date-time',
    type: String,
    example: '2026-11-22T09:30:00.000Z',
  })
  last_used!: string;

  @ApiProperty({
    description: 'When it ends at the latest.',
    format: 'date-time',
    type: String,
    example: '2026-12-22T08:00:00.000Z',
  })
  expires!: string;

  @ApiProperty({ description: 'Whether it is the session of this request.', example: true })
  current!: boolean;
}

export class SessionsReplyDto {
  @ApiProperty({
    description: 'The most recently used first, at most 1,000.',
    type: [ListedSessionDto],
  })
  sessions!: ListedSessionDto[];
}

export class SessionDto {
  @ApiProperty({ description: 'Whether a user is signed in.', example: true })
  authenticated!: boolean;

  @ApiPropertyOptional({ description: 'The signed-in user.', type: UserDto })
  user?: UserDto;

  @ApiPropertyOptional({
    description: 'The API token that identifies the caller; absent with a session cookie.',
    type: SessionTokenDto,
  })
  token?: SessionTokenDto;
}
