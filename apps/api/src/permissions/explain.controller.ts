import { Controller, Get, Inject, Query } from '@nestjs/common';
import { type AccessSnapshot, type TokenRules, accessWith } from '@gatehouse/access-engine';
import type { Group } from '@gatehouse/database';
import { ExplainQuery, ExplainUserQuery, ExplanationDto, MemberExplanationDto } from '@gatehouse/dto';
import { type ProtectedResource, type UserRow, readApplicable } from '@gatehouse/directory';
import { type Caller, type DeclaredError, Endpoint, FromCaller } from '@gatehouse/http';
import { ApiTokenStore } from '@gatehouse/identity';
import { restrictedRulesOf, rulesOf, tokenNotFound } from '../sessions/api-token-rules';
import { Target } from '../targets/path-targets';
import { CurrentSnapshot } from '../snapshot/current-snapshot';
import { toExplanation, toMemberExplanation } from './permission.mapper';
import { RESOURCE_PATH } from './resource-path';

const PATH = 'resources/:resource_id/permissions/explain';
const SUCCESS = { status: 200, detail: 'Permission explained.' } as const;
const ERRORS: readonly DeclaredError[] = ['permission_invalid', 'permission_not_applicable'];

/** Why a permission is effective or not. Reference: permission-rules#explain. */
@Controller()
export class ExplainController {
  constructor(@Inject(ApiTokenStore) private readonly tokens: Pick<ApiTokenStore, 'one'>) {}

  @Endpoint(Get(`users/:user_name/${PATH}`), {
    name: 'explain_user_permission',
    summary: 'Explain why a user has an effective permission on a resource or not',
    access: 'owner-or-anonymous',
    growth: { boundedBy: 'the assignments to one user and its groups on one path' },
    success: { ...SUCCESS, body: ExplanationDto },
    errors: [...ERRORS, 'token_not_found'],
    protect: [{ param: 'resource_id', rule: 'visible' }],
    forRestrictedTokens: true,
  })
  async ofUser(
    @Target('user_name') user: UserRow,
    @Target('resource_id', RESOURCE_PATH.pipe) resource: ProtectedResource,
    @Query() query: ExplainUserQuery,
    @CurrentSnapshot() snapshot: AccessSnapshot,
    @FromCaller() caller: Caller,
  ): Promise<ExplanationDto> {
    const { name } = readApplicable({ permission: query.permission }, resource);
    const service = snapshot.serviceOf(resource.id)?.resourceId ?? resource.id;
    const access = accessWith(snapshot, await this.rulesFor(user, query.token_id, caller));
    return toExplanation(
      access.explain(user.id, resource.id, name),
      access.explainEverywhere(user.id, service, name),
    );
  }

  /** Those of the token that the query names, otherwise of the restricted token of the caller. */
  private async rulesFor(
    user: UserRow,
    tokenId: string | undefined,
    caller: Caller,
  ): Promise<TokenRules | undefined> {
    const own = restrictedRulesOf(caller);
    if (tokenId === undefined || own) return own;
    const token = await this.tokens.one(user.id, tokenId);
    if (!token) throw tokenNotFound(tokenId);
    return rulesOf(token);
  }

  /** Reference: permission-rules#members-of-a-group. */
  @Endpoint(Get(`groups/:group_name/${PATH}`), {
    name: 'explain_group_member_permission',
    summary: 'Explain why a member of a group who has no other assignments has a permission or not',
    access: 'administrator',
    growth: { boundedBy: 'the assignments to two groups on one path' },
    success: { ...SUCCESS, body: MemberExplanationDto },
    errors: ERRORS,
  })
  ofMember(
    @Target('group_name') group: Group,
    @Target('resource_id', RESOURCE_PATH.pipe) resource: ProtectedResource,
    @Query() query: ExplainQuery,
    @CurrentSnapshot() access: AccessSnapshot,
  ): MemberExplanationDto {
    const { name } = readApplicable({ permission: query.permission }, resource);
    return toMemberExplanation(access.explainForMember(group.id, resource.id, name));
  }
}
