import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { Group } from '@gatehouse/database';
import { ExplainQuery, MemberExplanationDto } from '@gatehouse/dto';
import { type ProtectedResource, readApplicable } from '@gatehouse/directory';
import { Endpoint, Target } from '@gatehouse/http';
import { CurrentAccess } from '../access/newest-access';
import { toMemberExplanation } from './permission.mapper';
import { RESOURCE_PATH } from './resource-path';

/** Why members of a group have an effective permission or not. Reference: permissions#members-of-a-group. */
@Controller('groups/:group_name/resources/:resource_id/permissions/explain')
export class GroupExplainController {
  @Endpoint(Get(), {
    name: 'explain_group_member_permission',
    summary: 'Explain why a member of a group who has no other assignments has a permission or not',
    access: 'administrator',
    success: { status: 200, detail: 'Permission explained.', body: MemberExplanationDto },
    errors: ['permission_invalid', 'permission_not_applicable'],
  })
  explain(
    @Target('group_name') group: Group,
    @Target('resource_id', RESOURCE_PATH.pipe) resource: ProtectedResource,
    @Query() query: ExplainQuery,
    @CurrentAccess() access: AccessSnapshot,
  ): MemberExplanationDto {
    const { name } = readApplicable({ permission: query.permission }, resource);
    return toMemberExplanation(access.explainForMember(group.id, resource.id, name));
  }
}
