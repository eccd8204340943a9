import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { User } from '@gatehouse/database';
import { ExplainQuery, ExplanationDto } from '@gatehouse/dto';
import { type ProtectedResource, readApplicable } from '@gatehouse/directory';
import { Endpoint, Target } from '@gatehouse/http';
import { CurrentAccess } from '../access/newest-access';
import { toExplanation } from './permission.mapper';
import { RESOURCE_PATH } from './resource-path';

/** Why a user has an effective permission or not. Reference: permissions#explain. */
@Controller('users/:user_name/resources/:resource_id/permissions/explain')
export class ExplainController {
  @Endpoint(Get(), {
    name: 'explain_user_permission',
    summary: 'Explain why a user has an effective permission on a resource or not',
    access: 'contextual',
    success: { status: 200, detail: 'Permission explained.', body: ExplanationDto },
    errors: ['permission_invalid', 'permission_not_applicable'],
    protect: [{ param: 'resource_id', rule: 'visible' }],
  })
  explain(
    @Target('user_name') user: User,
    @Target('resource_id', RESOURCE_PATH.pipe) resource: ProtectedResource,
    @Query() query: ExplainQuery,
    @CurrentAccess() access: AccessSnapshot,
  ): ExplanationDto {
    const { name } = readApplicable({ permission: query.permission }, resource);
    const service = access.serviceOf(resource.id)?.resourceId ?? resource.id;
    return toExplanation(
      access.explain(user.id, resource.id, name),
      access.explainEverywhere(user.id, service, name),
    );
  }
}
