import type {
  DecidedChangesReplyDto,
  MatchedResourceDto,
  RemoteResourceDto,
  SynchronizationChangeDto,
  SynchronizationDto,
  SynchronizationFailureDto,
  SynchronizationPreviewDto,
  SynchronizationStateDto,
} from '@gatehouse/dto';
import type { ProtectedService } from '@gatehouse/directory';
import type { Locale } from '@gatehouse/problems';
import type {
  Decided,
  MergedChildren,
  Preview,
  RemoteChild,
  StoredDifference,
  StoredFailure,
  StoredJob,
  SynchronizationState,
} from '@gatehouse/sync';

export function toSynchronization(job: StoredJob, locale: Locale): SynchronizationDto {
  const { documents = 0, resources = 0, bytes = 0 } = job.progress;
  return {
    synchronization_id: job.id,
    service_sync_type: job.syncType,
    mode: job.mode,
    state: job.state,
    requested_by: job.requestedBy,
    requested: job.requestedAt.toISOString(),
    started: job.startedAt?.toISOString() ?? null,
    finished: job.finishedAt?.toISOString() ?? null,
    progress: { documents, resources, bytes },
    result: job.result,
    failure: toFailure(job.failure, locale),
  };
}

/** In English where an earlier version has stored no other text. */
function toFailure(
  failure: StoredFailure | null | undefined,
  locale: Locale,
): SynchronizationFailureDto | null {
  if (!failure) return null;
  const { code, detail, translations } = failure;
  const translated = locale === 'en' ? undefined : translations?.[locale];
  return { code, detail: translated ?? detail, language: translated === undefined ? 'en' : locale };
}

export function toState(
  service: ProtectedService,
  state: SynchronizationState,
  locale: Locale,
): SynchronizationStateDto {
  const { isSupported, options, lastSync, isOutOfSync, latest, credentialsOrigin } = state;
  return {
    service_sync_type: service.syncType,
    supported: isSupported,
    mode: options.mode,
    interval_minutes: options.intervalMinutes,
    depth: options.depth,
    last_synchronized: lastSync?.toISOString() ?? null,
    out_of_sync: isOutOfSync,
    credentials_origin: credentialsOrigin ?? null,
    ...(latest && { latest: toSynchronization(latest, locale) }),
  };
}

export function toChange(one: StoredDifference): SynchronizationChangeDto {
  return {
    change_id: one.id,
    kind: one.kind,
    path: one.path,
    resource_type: one.type,
    resource_display_name: one.displayName,
    resource_id: one.resourceId,
    resources_below: one.below,
    new_name: one.newName,
    problem: one.problem,
    state: one.state,
    decided_by: one.decidedBy,
    decided: one.decidedAt?.toISOString() ?? null,
  };
}

export function toDecided({ settled, refused, more }: Decided): DecidedChangesReplyDto {
  return {
    settled: settled.length,
    refused: refused.map(({ id, code }) => ({ change_id: id, error_code: code })),
    more,
  };
}

export function toMatched(one: MergedChildren['registered'][number]): MatchedResourceDto {
  return {
    resource_id: one.id,
    resource_name: one.name,
    resource_display_name: one.displayName,
    resource_type: one.type,
    matches_remote: one.matchesRemote,
    remote_id: one.remoteId,
    has_children: one.hasChildren,
  };
}

export function toRemote(one: RemoteChild): RemoteResourceDto {
  return {
    remote_id: one.id,
    resource_name: one.name,
    resource_display_name: one.displayName,
    resource_type: one.type,
    problem: one.problem,
    has_children: one.hasChildren,
  };
}

export function toPreview(
  { resources, progress, isComplete, endedBy, skipped, failure }: Preview,
  locale: Locale,
): SynchronizationPreviewDto {
  return {
    progress,
    complete: isComplete,
    stopped: endedBy ?? null,
    skipped,
    resources: resources.map((one) => ({
      number: one.id,
      parent_number: one.parentId === 0 ? null : one.parentId,
      resource_name: one.name,
      resource_display_name: one.title ?? one.name,
      resource_type: one.type,
      problem: one.problem ?? null,
    })),
    failure: toFailure(failure, locale),
  };
}
