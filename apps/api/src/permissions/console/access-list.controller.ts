import { Controller, Get, Inject, Query } from '@nestjs/common';
import { type AccessEntry, type AccessSnapshot, parseAccess } from '@gatehouse/access-engine';
import { type ProtectedResource, readApplicable } from '@gatehouse/directory';
import { type AccessEntryDto, AccessListDto, AccessListQuery } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import { Target } from '../../targets/path-targets';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { RESOURCE_PATH } from '../resource-path';
import { memberField, toEffective } from './matrix.mapper';

const DEFAULT_LIMIT = 100;

/** Who has which permission on a resource. Reference: console-api#access-list. */
@Controller('resources/:resource_id/access')
export class AccessListController {
  constructor(@Inject(FairScheduler) private readonly scheduler: FairScheduler) {}

  @Endpoint(Get(), {
    name: 'list_resource_access',
    summary: 'List which users and groups have which permissions on a resource, and why',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Access listed.', body: AccessListDto },
    errors: ['permission_invalid', 'permission_not_applicable'],
  })
  async list(
    @Target('resource_id', RESOURCE_PATH.pipe) resource: ProtectedResource,
    @Query() query: AccessListQuery,
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<AccessListDto> {
    const { permission, kind, q, offset = 0, limit = DEFAULT_LIMIT } = query;
    const names =
      permission === undefined
        ? access.allowedPermissions(resource.id)
        : [readApplicable({ permission }, resource).name];
    const page = await this.scheduler.run(
      scope.address,
      access.views.accessList({
        resourceId: resource.id,
        names,
        kind: kind as 'user' | 'group' | undefined,
        access: query.access === undefined ? undefined : parseAccess(query.access),
        byMember: query.by_member,
        text: q === '' ? undefined : q,
        offset,
        limit,
      }),
    );
    // Deleted since it was found.
    if (!page) throw problem('resource_not_found', {}, notFoundParam('resource_id', resource.id));
    return { revision: page.revision, total: page.total, offset, entries: page.entries.map(toEntry) };
  }
}

function toEntry({ kind, principalName, name, effective, member }: AccessEntry): AccessEntryDto {
  return {
    ...(kind === 'user' ? { user_name: principalName } : { group_name: principalName }),
    permission_name: name,
    ...toEffective(effective),
    ...memberField(member),
  };
}
