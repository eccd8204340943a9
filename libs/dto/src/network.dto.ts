import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FlagField } from './flag-field';
import { Loose } from './loose-field';
import { namedBeside } from './named-schemas';
import { MAX_NAME_LENGTH, MAX_TOKEN_LENGTH, MAX_URL_LENGTH } from './network-limits';
import { Text } from './text-field';
import { NODE_CONDITION } from './vocabulary';

const TOKEN = '59463f76-2dad-4a3d-802a-860bf807eae2';
const HOST = 'https://b.example.org';

const address = (about: string, path: string) =>
  ({ about, maxLength: MAX_URL_LENGTH, wrongType: 400, example: `${HOST}${path}` }) as const;

const NAME = {
  about: 'Name of the node: the `SVC_NETWORK_INSTANCE_NAME` of the other instance.',
  maxLength: MAX_NAME_LENGTH,
  wrongType: 400,
  example: 'node-b',
} as const;
const BASE_URL = address('Address of the other instance, for display.', '');
const JWKS_URL = address('Address of its public key set.', '/network/jwks');
const TOKEN_URL = address('Address where it issues tokens.', '/network/token');
const AUTHORIZATION_URL = address('Address of its page that requests consent.', '/ui/network/authorize');
const REDIRECT_URIS = {
  about:
    'Addresses that the consent page of this instance may return to: a list of URLs, or a text with such a list in JSON.',
  optional: true,
  schema: namedBeside('RedirectUris'),
  example: [`${HOST}/network/link`],
} as const;

/** Another instance to register. */
export class CreateNodeDto {
  @Text(NAME)
  name!: string;

  @Text(BASE_URL)
  base_url!: string;

  @Text(JWKS_URL)
  jwks_url!: string;

  @Text(TOKEN_URL)
  token_url!: string;

  @Text(AUTHORIZATION_URL)
  authorization_url!: string;

  @Loose(REDIRECT_URIS)
  redirect_uris?: unknown;
}

/** The fields of a node to change; at least one. */
export class UpdateNodeDto {
  @Text({ ...NAME, optional: true })
  name?: string;

  @Text({ ...BASE_URL, optional: true })
  base_url?: string;

  @Text({ ...JWKS_URL, optional: true })
  jwks_url?: string;

  @Text({ ...TOKEN_URL, optional: true })
  token_url?: string;

  @Text({ ...AUTHORIZATION_URL, optional: true })
  authorization_url?: string;

  @Loose(REDIRECT_URIS)
  redirect_uris?: unknown;
}

/** A node: in full for administrators, only its name for others. */
export class ListedNodeDto {
  @ApiProperty({ description: 'Name.', example: 'node-b' })
  name!: string;

  @ApiPropertyOptional({ description: 'Address, for display.', example: HOST })
  base_url?: string;

  @ApiPropertyOptional({ description: 'Address of its public key set.', example: `${HOST}/network/jwks` })
  jwks_url?: string;

  @ApiPropertyOptional({ description: 'Address where it issues tokens.', example: `${HOST}/network/token` })
  token_url?: string;

  @ApiPropertyOptional({
    description: 'Address of its page that requests consent.',
    example: `${HOST}/ui/network/authorize`,
  })
  authorization_url?: string;

  @ApiPropertyOptional({
    description: 'Addresses that the consent page may return to.',
    type: [String],
    example: [`${HOST}/network/link`],
  })
  redirect_uris?: string[];
}

export class NodesReplyDto {
  @ApiProperty({ description: 'All nodes, sorted by name.', type: [ListedNodeDto] })
  nodes!: ListedNodeDto[];
}

/** A node in full. */
export class NodeReplyDto {
  @ApiProperty({ description: 'Name.', example: 'node-b' })
  name!: string;

  @ApiProperty({ description: 'Address, for display.', example: HOST })
  base_url!: string;

  @ApiProperty({ description: 'Address of its public key set.', example: `${HOST}/network/jwks` })
  jwks_url!: string;

  @ApiProperty({ description: 'Address where it issues tokens.', example: `${HOST}/network/token` })
  token_url!: string;

  @ApiProperty({
    description: 'Address of its page that requests consent.',
    example: `${HOST}/ui/network/authorize`,
  })
  authorization_url!: string;

  @ApiProperty({
    description: 'Addresses that the consent page may return to.',
    type: [String],
    example: [`${HOST}/network/link`],
  })
  redirect_uris!: string[];
}

/** The state of a node. */
export class NodeStateDto {
  @ApiProperty({ description: 'Name.', example: 'node-b' })
  name!: string;

  @ApiProperty({
    description: 'Result of the last check.',
    ...NODE_CONDITION,
    example: 'ok',
  })
  condition!: string;

  @ApiProperty({
    description: 'More about the cause; null if there is nothing to add.',
    nullable: true,
    type: String,
    example: null,
  })
  detail!: string | null;

  @ApiProperty({
    description: 'When it was checked; null before the first check.',
    nullable: true,
    type: String,
    format: 'date-time',
    example: '2026-11-22T08:00:00.000Z',
  })
  checked!: string | null;

  @ApiProperty({
    description:
      'Whether it is a Gatehouse instance, whose messages have to have a purpose and an identifier.',
    example: true,
  })
  gatehouse!: boolean;
}

export class NodeStateReplyDto {
  @ApiProperty({ description: 'State of the node.', type: NodeStateDto })
  state!: NodeStateDto;
}

export class NetworkTokenReplyDto {
  @ApiProperty({ description: 'The token. It is not shown again.', format: 'uuid', example: TOKEN })
  token!: string;
}

/** A message that another instance has signed. */
export class SignedMessageDto {
  @Text({
    about: 'JSON Web Token, signed by the sender (RS256).',
    maxLength: MAX_TOKEN_LENGTH,
    wrongType: 400,
    secret: true,
    example: 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJub2RlLWEifQ.c2lnbmF0dXJl',
  })
  token!: string;
}

export class PurgeTokensDto {
  @FlagField({
    about: 'Delete only expired tokens; also accepted in the query.',
    optional: true,
    wrongType: 422,
    example: true,
  })
  expired_only?: boolean;
}

export class PurgedTokensDto {
  @ApiProperty({ description: 'Number of deleted tokens.', type: 'integer', example: 1 })
  deleted!: number;
}

export class PublicKeyDto {
  @ApiProperty({ description: 'Type of the key: `RSA`.', example: 'RSA' })
  kty!: string;

  @ApiProperty({
    description: 'Identifier: thumbprint of RFC 7638 (SHA-256, base64url).',
    example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  })
  kid!: string;

  @ApiProperty({
    description: 'Modulus (base64url).',
    example: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx',
  })
  n!: string;

  @ApiProperty({ description: 'Exponent (base64url).', example: 'AQAB' })
  e!: string;
}

/** What an instance announces with its keys. */
export class AnnouncedInstanceDto {
  @ApiProperty({ description: 'Software of the instance: `gatehouse`.', example: 'gatehouse' })
  software!: string;

  @ApiProperty({ description: '`SVC_NETWORK_INSTANCE_NAME` of the instance.', example: 'node-a' })
  name!: string;
}

/** JSON Web Key Set. */
export class KeySetDto {
  @ApiProperty({ description: 'The public keys; the first one signs at present.', type: [PublicKeyDto] })
  keys!: PublicKeyDto[];

  @ApiProperty({ description: 'Which instance it is.', type: AnnouncedInstanceDto })
  instance!: AnnouncedInstanceDto;
}

export class MessageClaimsDto {
  @ApiPropertyOptional({ description: 'A user of the sender.', example: 'toto' })
  user_name?: string;

  @ApiPropertyOptional({ description: 'The user who has started a link.', example: 'toto' })
  requesting_user_name?: string;

  @ApiPropertyOptional({ description: 'What the message is for.', example: 'token' })
  purpose?: string;

  @ApiProperty({
    description: 'End of its validity, in seconds since the epoch.',
    type: 'integer',
    example: 1795215155,
  })
  exp!: number;

  @ApiProperty({ description: 'Name of the sender.', example: 'node-a' })
  iss!: string;

  @ApiProperty({ description: 'Name of the receiver.', example: 'node-b' })
  aud!: string;
}

export class DecodedMessageDto {
  @ApiProperty({ description: 'The claims of the message.', type: MessageClaimsDto })
  jwt_content!: object;
}
