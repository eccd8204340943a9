import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { USERNAME } from '@gatehouse/names';
import { CURRENT_PASSWORD } from './current-password';
import { FlagField } from './flag-field';
import { MAX_NAME_LENGTH, MAX_TOKEN_LENGTH, MAX_URL_LENGTH } from './network-limits';
import { Text } from './text-field';

const REMOTE_NAME = {
  about: 'Name of the user at the other instance.',
  maxLength: MAX_NAME_LENGTH,
  wrongType: 422,
  example: 'billy',
} as const;
const NODE_NAME = {
  about: 'Name of the node.',
  maxLength: MAX_NAME_LENGTH,
  wrongType: 422,
  example: 'node-b',
} as const;
const USER_NAME = {
  about: 'Name of the local user; compared exactly.',
  optional: true,
  maxLength: MAX_NAME_LENGTH,
  wrongType: 422,
  example: 'toto',
} as const;

export class CreateRemoteUserDto {
  @Text(REMOTE_NAME)
  remote_user_name!: string;

  @Text(NODE_NAME)
  node_name!: string;

  @Text(USER_NAME)
  user_name?: string;

  @Text(CURRENT_PASSWORD)
  current_password?: string;
}

/** The fields of a remote user to change; at least one. */
export class UpdateRemoteUserDto {
  @Text({ ...REMOTE_NAME, optional: true })
  remote_user_name?: string;

  @Text({ ...NODE_NAME, optional: true })
  node_name?: string;

  @Text(USER_NAME)
  user_name?: string;

  @FlagField({
    about: 'Removes the link with the local user; the remote user then signs in as the user of the node.',
    optional: true,
    wrongType: 422,
    example: true,
  })
  assign_anonymous?: boolean;

  @Text(CURRENT_PASSWORD)
  current_password?: string;
}

export class RemoteUsersQuery {
  @Text({
    about: 'Only the remote users of this user; the user of a node has the unlinked ones.',
    optional: true,
    malformed: 422,
    maxLength: MAX_NAME_LENGTH,
    pattern: USERNAME,
    example: 'toto',
  })
  user_name?: string;
}

/** A user of another instance. */
export class RemoteUserDto {
  @ApiProperty({ description: 'The local user that it signs in as.', example: 'toto' })
  user_name!: string;

  @ApiProperty({ description: 'Its name at the other instance.', example: 'billy' })
  remote_user_name!: string;

  @ApiProperty({ description: 'Name of the node.', example: 'node-b' })
  node_name!: string;
}

export class RemoteUsersReplyDto {
  @ApiProperty({ description: 'Sorted by node and name.', type: [RemoteUserDto] })
  remote_users!: RemoteUserDto[];
}

/** What the consent page is opened with. */
export class ConsentQuery {
  @Text({
    about: 'The message of the other instance.',
    optional: true,
    maxLength: MAX_TOKEN_LENGTH,
    secret: true,
    example: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJub2RlLWEifQ.c2ln',
  })
  token?: string;

  @Text({ about: 'Always `id_token`.', optional: true, maxLength: MAX_NAME_LENGTH, example: 'id_token' })
  response_type?: string;

  @Text({
    about: 'The address to return to; one of the `redirect_uris` of the node.',
    optional: true,
    maxLength: MAX_URL_LENGTH,
    example: 'https://a.example.org/network/link',
  })
  redirect_uri?: string;

  @Text({
    about: 'Instead of the others: the `request_token` of an earlier reply.',
    optional: true,
    maxLength: MAX_TOKEN_LENGTH,
    secret: true,
    example: 'eyJub2RlSWQiOjF9.c2VhbA',
  })
  request_token?: string;
}

export class ConsentDto {
  @Text({
    about: 'The `request_token` of the request for consent.',
    maxLength: MAX_TOKEN_LENGTH,
    secret: true,
    example: 'eyJub2RlSWQiOjF9.c2VhbA',
  })
  request_token!: string;
}

/** A request for consent to a link of accounts. */
export class ConsentRequestDto {
  @ApiProperty({ description: 'Name of the requesting node.', example: 'node-a' })
  node_name!: string;

  @ApiProperty({ description: 'Address of the node.', example: 'https://a.example.org' })
  base_url!: string;

  @ApiProperty({ description: 'The requesting user of the node.', example: 'toto' })
  requesting_user_name!: string;

  @ApiProperty({
    description: 'The signed-in user, whose account would be linked; null without a session.',
    nullable: true,
    type: String,
    example: 'billy',
  })
  user_name!: string | null;

  @ApiProperty({ description: 'The address to return to.', example: 'https://a.example.org/network/link' })
  redirect_uri!: string;

  @ApiProperty({ description: 'To be sent with the consent.', example: 'eyJub2RlSWQiOjF9.c2VhbA' })
  request_token!: string;

  @ApiProperty({
    description: 'Until when consent can be given.',
    format: 'date-time',
    example: '2026-11-22T08:10:00.000Z',
  })
  expires_at!: string;
}

export class ConsentRequestReplyDto {
  @ApiPropertyOptional({ description: 'The request.', type: ConsentRequestDto })
  request?: ConsentRequestDto;
}
