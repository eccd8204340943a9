import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { User } from '@gatehouse/database';
import { ExplainQuery, ExplanationDto } from '@gatehouse/dto';
import { Endpoint, Target } from '@gatehouse/http';
import { CurrentAccess } from '../access/newest-access';
import { toExplanation } from './permission.mapper';
import { PermissionRules } from './permission.rules';
import { type Place, RESOURCE_PATH } from './place';

/** Why a user may do something or may not. Spec: decisions 30. */
@Controller('users/:user_name/resources/:resource_id/permissions/explain')
export class ExplainController {
  constructor(private readonly rules: PermissionRules) {}

  @Endpoint(Get(), {
    name: 'explain_user_permission',
    summary: 'Explain why a user has a permission in effect on a resource or not',
    access: 'contextual',
    success: { status: 200, detail: 'Permission explained.', body: ExplanationDto },
  })
  explain(
    @Target('user_name') user: User,
    @Target('resource_id', RESOURCE_PATH.pipe) place: Place,
    @Query() query: ExplainQuery,
    @CurrentAccess() access: AccessSnapshot,
  ): ExplanationDto {
    const { name } = this.rules.applicable({ permission: query.permission }, place);
    const service = access.serviceOf(place.id)?.resourceId ?? place.id;
    return toExplanation(
      access.explain(user.id, place.id, name),
      access.explainEverywhere(user.id, service, name),
    );
  }
}
