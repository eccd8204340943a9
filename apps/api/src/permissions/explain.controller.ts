import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { Group } from '@gatehouse/database';
import { ExplainQuery, ExplanationDto, MemberExplanationDto } from '@gatehouse/dto';
import { type ProtectedResource, type UserRow, readApplicable } from '@gatehouse/directory';
import { type DeclaredError, Endpoint } from '@gatehouse/http';
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
  @Endpoint(Get(`users/:user_name/${PATH}`), {
    name: 'explain_user_permission',
    summary: 'Explain why a user has an effective permission on a resource or not',
    access: 'owner-or-anonymous',
    growth: { boundedBy: 'the assignments to one user and its groups on one path' },
    success: { ...SUCCESS, body: ExplanationDto },
    errors: ERRORS,
    protect: [{ param: 'resource_id', rule: 'visible' }],
  })
  ofUser(
    @Target('user_name') user: UserRow,
    @Target('resource_id', RESOURCE_PATH.pipe) resource: ProtectedResource,
    @Query() query: ExplainQuery,
    @CurrentSnapshot() access: AccessSnapshot,
  ): ExplanationDto {
    const { name } = readApplicable({ permission: query.permission }, resource);
    const service = access.serviceOf(resource.id)?.resourceId ?? resource.id;
    return toExplanation(
      access.explain(user.id, resource.id, name),
      access.explainEverywhere(user.id, service, name),
    );
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
