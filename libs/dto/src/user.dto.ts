import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { EMAIL, MAX_EMAIL_LENGTH, PARAM, USERNAME } from '@gatehouse/names';
import { CURRENT_PASSWORD } from './current-password';
import { FlagField } from './flag-field';
import { Loose } from './loose-field';
import { Text } from './text-field';
import { Whole } from './whole-field';
import { MEMBERSHIP_STATUS, USER_KIND, USER_LOCALE, USER_STATUS, patternOf } from './vocabulary';

/** Reference: http#user-object. */
export class UserDto {
  @ApiProperty({ description: 'Unique name.', example: 'bob' })
  user_name!: string;

  @ApiProperty({
    description: 'Unique email address; empty for an account without one.',
    example: 'bob@example.com',
  })
  email!: string;

  @ApiProperty({ description: 'Status of the account.', ...USER_STATUS, example: 'OK' })
  status!: string;

  @ApiProperty({
    description: 'Whether the account is that of a person or of a program.',
    ...USER_KIND,
    example: 'person',
  })
  kind!: string;

  @ApiProperty({
    description: 'Groups that the user is a member of, sorted.',
    type: [String],
    example: ['anonymous', 'users'],
  })
  group_names!: string[];

  @ApiProperty({ description: 'Whether the user has yet to accept the terms of a group.', example: false })
  has_pending_group!: boolean;

  @ApiProperty({ description: 'Language of mails to the user.', ...USER_LOCALE, example: 'en' })
  locale!: string;

  @ApiPropertyOptional({ description: 'Absent for the anonymous user.', example: 4, type: 'integer' })
  user_id?: number;

  @ApiPropertyOptional({
    description:
      'Names of the sets of configuration files that own it, sorted; only where administrators read one user. Changes by others are differences from these files.',
    type: [String],
    example: ['default'],
  })
  managed_by?: readonly string[];
}

export class UserReplyDto {
  @ApiProperty({ description: 'The user.', type: UserDto })
  user!: UserDto;
}

/** A row of the detailed listing. */
export class UserSummaryDto extends PickType(UserDto, ['user_name', 'email', 'status', 'kind', 'user_id']) {}

export class UsersReplyDto {
  @ApiPropertyOptional({ description: 'Names, sorted.', type: [String], example: ['alice', 'bob'] })
  user_names?: string[];

  @ApiPropertyOptional({ description: 'With `detail`, the users, sorted by name.', type: [UserSummaryDto] })
  users?: UserSummaryDto[];
}

/** Page of a sorted listing: up to `limit` names that follow `after`. */
export class PageQuery {
  @Whole({
    about: 'Maximum number of rows in the reply; unlimited by default.',
    optional: true,
    min: 1,
    max: 10_000,
    example: 100,
  })
  limit?: number;

  @Text({
    about: 'Last name of the previous page.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    maxLength: 128,
    example: 'bob',
  })
  after?: string;
}

export class ListUsersQuery extends PageQuery {
  @Text({
    about:
      'Statuses to list, separated by commas: names or numbers, or `all`. By default, all except pending users.',
    optional: true,
    emptyAllowed: true,
    exactCase: true,
    example: 'OK',
  })
  status?: string;

  @FlagField({
    about: 'Return users instead of their names.',
    optional: true,
    exactCase: true,
    example: false,
  })
  detail?: boolean;
}

export class ListServiceAccountsQuery extends PageQuery {
  @FlagField({
    about: 'Return service accounts instead of their names.',
    optional: true,
    exactCase: true,
    example: false,
  })
  detail?: boolean;
}

export class MembershipQuery {
  @Text({
    about: '`active` (default), `pending` (terms not accepted yet) or `all`.',
    optional: true,
    emptyAllowed: true,
    vocabulary: MEMBERSHIP_STATUS,
    example: 'active',
  })
  status?: string;
}

export class CreateUserDto {
  @Text({
    about: 'Unique name: lower-case letters and digits joined by one of `_ - .`',
    wrongType: 400,
    pattern: USERNAME,
    example: 'bob',
  })
  user_name!: string;

  @Text({
    about: 'Unique email address.',
    wrongType: 400,
    pattern: EMAIL,
    maxLength: MAX_EMAIL_LENGTH,
    example: 'bob@example.com',
  })
  email!: string;

  @Text({ about: 'Password.', wrongType: 400, secret: true, example: 'correct horse battery' })
  password!: string;

  @Text({
    about: 'Group to join in addition to the anonymous group.',
    optional: true,
    wrongType: 400,
    pattern: PARAM,
    example: 'users',
  })
  group_name?: string;
}

/** Reference: sessions#service-accounts. */
export class CreateServiceAccountDto {
  @Text({
    about: 'Unique name among all users: lower-case letters and digits joined by one of `_ - .`',
    wrongType: 400,
    pattern: USERNAME,
    example: 'harvester',
  })
  user_name!: string;

  @Text({
    about: 'Unique email address, by which people find the account. No mail is sent to it.',
    optional: true,
    wrongType: 400,
    emptyAllowed: true,
    pattern: EMAIL,
    maxLength: MAX_EMAIL_LENGTH,
    example: 'harvester@example.com',
  })
  email?: string;

  @Text({
    about: 'Group to join in addition to the anonymous group; not one with terms.',
    optional: true,
    wrongType: 400,
    pattern: PARAM,
    example: 'users',
  })
  group_name?: string;
}

/** At least one field must differ from the stored value. The name is validated after the authorization of the change. */
export class UpdateUserDto {
  @Text({ about: 'New name; administrators only.', optional: true, wrongType: 400, example: 'robert' })
  user_name?: string;

  @Text({
    about: 'New email address.',
    optional: true,
    wrongType: 400,
    maxLength: MAX_EMAIL_LENGTH,
    example: 'robert@example.com',
  })
  email?: string;

  @Text({
    about: 'New password.',
    optional: true,
    wrongType: 400,
    secret: true,
    example: 'correct horse battery',
  })
  password?: string;

  @Text(CURRENT_PASSWORD)
  current_password?: string;

  @Loose({
    about:
      'Beside a new password of the own account: the identifiers of the API tokens that stay valid. All others, by default all, are revoked.',
    optional: true,
    schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
    example: [],
  })
  keep_tokens?: unknown;

  @Loose({
    about: 'New status, as name or number; administrators only. Unknown values are ignored.',
    optional: true,
    schema: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    example: 'OK',
  })
  status?: unknown;

  @Text({
    about: 'New language of mails to the user.',
    optional: true,
    wrongType: 400,
    pattern: patternOf(USER_LOCALE),
    vocabulary: USER_LOCALE,
    example: 'fr',
  })
  locale?: 'en' | 'fr';
}

export class JoinGroupDto {
  @Text({ about: 'Group to join.', pattern: PARAM, malformed: 400, example: 'users' })
  group_name!: string;
}

export class UserGroupsDto {
  @ApiProperty({ description: 'Names, sorted.', type: [String], example: ['anonymous', 'users'] })
  group_names!: string[];
}

export class MembershipDto {
  @ApiProperty({ description: 'The member.', example: 'bob' })
  user_name!: string;

  @ApiProperty({ description: 'The group.', example: 'users' })
  group_name!: string;
}
