import { Body, Controller, Inject, Post } from '@nestjs/common';
import type { AccessSnapshot, AssignmentEdit, Effect, Preview } from '@gatehouse/access-engine';
import {
  type RequestedChange,
  UserRules,
  readRequestedChanges,
  rejectInapplicable,
  rejectRepeated,
} from '@gatehouse/directory';
import { type EffectEntryDto, PermissionPreviewDto, PreviewPermissionsDto } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import { resourceTypeOf, serviceTypeOf } from '@gatehouse/service-types';
import { FairScheduler } from '@gatehouse/scheduling';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { CHANGE_ERRORS } from '../permission-errors';

const DEFAULT_LIMIT = 100;

/** The effects of changes that are not applied. Reference: console-api#preview. */
@Controller('permissions/preview')
export class PreviewController {
  constructor(
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
    @Inject(UserRules) private readonly userRules: UserRules,
  ) {}

  @Endpoint(Post(), {
    name: 'preview_permissions',
    whileReadOnly: 'reads',
    summary: 'Compute who would gain or lose which permissions by changes of permission assignments',
    access: 'administrator',
    growth: { boundedBy: 'the changes and the `limit` of the request, at most 1,000 each' },
    success: { status: 200, detail: 'Effects computed.', body: PermissionPreviewDto },
    errors: CHANGE_ERRORS,
  })
  async preview(
    @Body() { changes, offset = 0, limit = DEFAULT_LIMIT }: PreviewPermissionsDto,
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<PermissionPreviewDto> {
    const input = readRequestedChanges(changes).map((change) => ({
      change,
      edit: this.editOf(access, change),
    }));
    rejectRepeated(input.map(({ change, edit }) => ({ ...edit, ...change })));
    const edits = input.map(({ edit }) => edit);
    const preview = await this.scheduler.run(scope.address, access.views.preview({ edits, offset, limit }));
    // Deleted since the checks above.
    if (!preview) throw problem('resource_not_found');
    return toPreview(preview, offset);
  }

  /** The change with the identifiers of what it names; throws the errors that the change itself has. */
  private editOf(access: AccessSnapshot, change: RequestedChange): AssignmentEdit {
    const { field, kind, principalName, resourceId, permission, modifiers } = change;
    const principal = kind === 'user' ? access.userByName(principalName) : access.groupByName(principalName);
    if (!principal)
      throw problem(`${kind}_not_found`, {}, notFoundParam(`${field}.${kind}_name`, principalName));
    const error = kind === 'user' ? this.userRules.permissionsError(principal.name) : undefined;
    if (error) throw error;
    const resource = access.resource(resourceId);
    const type = resource && resourceTypeOf(resource.type);
    const serviceType = serviceTypeOf(access.serviceOf(resourceId)?.type ?? '');
    if (!resource || !type || !serviceType)
      throw problem('resource_not_found', {}, notFoundParam(`${field}.resource_id`, resourceId));
    const inForce = { name: permission, access: 'allow', scope: 'recursive' } as const;
    rejectInapplicable(inForce, { name: resource.name, type, serviceType });
    return { kind, principalId: principal.id, resourceId, name: permission, modifiers };
  }
}

function toPreview({ effects, entries, ...preview }: Preview, offset: number): PermissionPreviewDto {
  return {
    ...preview,
    effects: effects.map(({ name, gained, lost }) => ({ permission_name: name, gained, lost })),
    offset,
    entries: entries.map(toEntry),
  };
}

function toEntry({ userName, resourceId, path, name, before, after, reason }: Effect): EffectEntryDto {
  return { user_name: userName, resource_id: resourceId, path, permission_name: name, before, after, reason };
}
