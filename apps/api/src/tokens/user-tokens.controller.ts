import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import type { UserRow } from '@gatehouse/directory';
import {
  ApiTokenReplyDto,
  ApiTokensDto,
  CreateApiTokenDto,
  CreatedApiTokenDto,
  UpdateApiTokenDto,
} from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller, FromScope, Reply, type RequestScope } from '@gatehouse/http';
import type { ListedApiToken } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import { Target } from '../targets/path-targets';
import { CONFIRMATION_ERRORS } from '../users/user-errors';
import { ApiTokenMapper } from '../sessions/api-token.mapper';
import { ApiTokensService } from './api-tokens.service';
import type { TokenAuthor } from './token-author';

const FIELD_ERRORS = [
  'permission_denied',
  ...CONFIRMATION_ERRORS,
  'token_restriction_invalid',
  'token_restriction_excluded',
  'token_expiry_invalid',
  'token_name_taken',
  'resource_not_found',
  'service_not_found',
] as const;

/**
 * The API tokens of a user, for the user. Administrators list and revoke them; those of service accounts they also create and
 * change. Reference: sessions#api-tokens.
 */
@Controller('users/:user_name/tokens')
export class UserTokensController {
  constructor(
    private readonly tokens: ApiTokensService,
    private readonly mapper: ApiTokenMapper,
  ) {}

  @Endpoint(Get(), {
    name: 'list_user_tokens',
    summary: 'List the API tokens of a user',
    access: 'owner',
    growth: { boundedBy: '10,000 tokens of one user' },
    success: { status: 200, detail: 'Tokens listed.', body: ApiTokensDto },
  })
  async list(@Target('user_name') user: UserRow, @FromScope() scope: RequestScope): Promise<ApiTokensDto> {
    return { tokens: await this.mapper.toDtos(await this.tokens.of(user.id), scope) };
  }

  @Endpoint(Get(':token_id'), {
    name: 'get_user_token',
    summary: 'Read an API token of a user',
    access: 'owner',
    growth: { boundedBy: 'the entries of one restriction' },
    success: { status: 200, detail: 'Token read.', body: ApiTokenReplyDto },
  })
  async read(
    @Target('token_id') token: ListedApiToken,
    @FromScope() scope: RequestScope,
  ): Promise<ApiTokenReplyDto> {
    return this.replyOf(token, scope);
  }

  @Endpoint(Post(), {
    name: 'create_user_token',
    summary: 'Create an API token for the own account, or for a service account',
    access: 'owner',
    growth: { boundedBy: 'the entries of one restriction' },
    success: {
      status: 201,
      detail: 'Token created. Its value is not shown again.',
      body: CreatedApiTokenDto,
      headers: { 'Cache-Control': '`no-store`.' },
    },
    errors: [...FIELD_ERRORS, 'too_many_tokens'],
    protect: [{ param: 'user_name', rule: 'person' }],
  })
  async create(
    @Target('user_name') user: UserRow,
    @FromCaller() caller: Caller,
    @FromScope() scope: RequestScope,
    @Body() body: CreateApiTokenDto,
  ): Promise<Reply> {
    const { value, token } = await this.tokens.create(byCaller(user, caller, scope), body);
    const content: CreatedApiTokenDto = { ...(await this.replyOf(token, scope)), value };
    return new Reply(content, [['Cache-Control', 'no-store']]);
  }

  @Endpoint(Patch(':token_id'), {
    name: 'update_user_token',
    summary: 'Change an API token of the own account, or of a service account',
    access: 'owner',
    growth: { boundedBy: 'the entries of one restriction' },
    success: { status: 200, detail: 'Token changed.', body: ApiTokenReplyDto },
    errors: FIELD_ERRORS,
    protect: [{ param: 'user_name', rule: 'person' }],
  })
  async update(
    @Target('user_name') user: UserRow,
    @Target('token_id') token: ListedApiToken,
    @FromCaller() caller: Caller,
    @FromScope() scope: RequestScope,
    @Body() body: UpdateApiTokenDto,
  ): Promise<ApiTokenReplyDto> {
    const changed = await this.tokens.update(byCaller(user, caller, scope), token, body);
    return this.replyOf(changed, scope);
  }

  @Endpoint(Delete(':token_id'), {
    name: 'revoke_user_token',
    summary: 'Revoke an API token of a user',
    access: 'owner',
    success: { status: 200, detail: 'Token revoked.' },
  })
  async revoke(@Target('user_name') user: UserRow, @Target('token_id') token: ListedApiToken): Promise<void> {
    await this.tokens.revoke(user, token);
  }

  private async replyOf(token: ListedApiToken, scope: RequestScope): Promise<ApiTokenReplyDto> {
    return { token: await this.mapper.toDto(token, scope) };
  }
}

/**
 * Who creates or changes a token: its owner, or an administrator for a program. Administrators do not act as other persons. With a
 * token, tokens are neither created nor changed.
 */
function byCaller(owner: UserRow, caller: Caller, scope: RequestScope): TokenAuthor {
  if (caller.kind !== 'user') throw problem('permission_denied');
  const mayAct = caller.userId === owner.id || (owner.kind === 'service' && caller.isAdministrator);
  if (!mayAct) throw problem('permission_denied');
  if (caller.session.apiToken) throw problem('token_not_sufficient');
  return { owner, author: caller, scope };
}
