import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LOGIN, PARAM } from '@gatehouse/names';
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

export class SessionDto {
  @ApiProperty({ description: 'Whether a user is signed in.', example: true })
  authenticated!: boolean;

  @ApiPropertyOptional({ description: 'The signed-in user.', type: UserDto })
  user?: UserDto;
}
