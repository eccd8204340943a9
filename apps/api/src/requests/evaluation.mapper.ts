import type { AccessSnapshot } from '@gatehouse/access-engine';
import type {
  NeededPermissionDto,
  NeededResourceDto,
  RequestEvaluationDto,
  RequestNeedsDto,
  RequestReadingDto,
} from '@gatehouse/dto';
import type { Evaluation, ExplainedNeeds, Need, ResourceNeed } from '@gatehouse/enforcement';
import type { Locale } from '@gatehouse/problems';
import { toExplainedRule, toObstacle } from '../permissions/permission.mapper';
import type { ReadRequest } from './tested-request';

/** The user as whom a request was tested; undefined for an anonymous caller. */
export type TestedUser = { readonly id: number; readonly name: string } | undefined;

export interface EvaluationContext {
  readonly snapshot: AccessSnapshot;
  readonly basePath: string;
  readonly user: TestedUser;
  readonly locale: Locale;
}

/** Reference: enforcement#request-tester. */
export function toEvaluation(
  { method, ignored }: ReadRequest,
  evaluation: Evaluation,
  { snapshot, basePath, user, locale }: EvaluationContext,
): RequestEvaluationDto {
  const { route, result, reading, needs, isPreflight } = evaluation;
  const { refusal, service } = result;
  const isForService = route.kind === 'proxy';
  return {
    revision: evaluation.revision,
    request: {
      method,
      path: isForService ? `${basePath}/proxy/${encodeURIComponent(route.service)}${route.rest}` : null,
      query: isForService ? route.query.slice(1) : '',
      service_name: isForService ? route.service : null,
      segments: isForService ? route.segments : [],
      body: evaluation.body,
      ignored_headers: ignored,
    },
    caller: { user_name: user?.name ?? null, administrator: snapshot.isAdministrator(user?.id) },
    ...(service && {
      service: { resource_id: service.resourceId, service_name: service.name, service_type: service.type },
    }),
    outcome: refusal ? 'refused' : isPreflight ? 'answered' : 'forwarded',
    status: refusal?.status ?? null,
    error_code: refusal?.errorCode ?? null,
    error_detail: refusal?.detailIn(locale) ?? null,
    permission_name: result.permission ?? null,
    reason: result.reason ?? null,
    ...(reading && { reading: toReading(reading) }),
    ...(needs && { needs: toNeeds(snapshot, needs) }),
  };
}

function toReading(reading: NonNullable<Evaluation['reading']>): RequestReadingDto {
  if (reading.kind === 'covered') {
    return { covered: true, executes: reading.executes, locator: null, explanation: null };
  }
  return { covered: false, executes: false, locator: reading.locator, explanation: reading.detail };
}

function toNeeds(snapshot: AccessSnapshot, { administrator, permissions }: ExplainedNeeds): RequestNeedsDto {
  return { administrator, permissions: permissions.map((need) => toNeed(snapshot, need)) };
}

function toNeed(snapshot: AccessSnapshot, need: Need): NeededPermissionDto {
  const { permission: permission_name, isMet: met } = need;
  if ('everywhere' in need) {
    const { keptBy } = need.everywhere;
    return {
      permission_name,
      everywhere: true,
      met,
      total: 0,
      resources: [],
      kept_by: keptBy && toObstacle(keptBy),
      unregistered: null,
    };
  }
  if ('unregistered' in need) return toUnregistered(snapshot, need);
  return {
    permission_name,
    everywhere: false,
    met,
    total: need.total,
    resources: need.resources.map((resource) => toResource(snapshot, resource)),
    kept_by: null,
    unregistered: null,
  };
}

function toUnregistered(
  snapshot: AccessSnapshot,
  { permission, isMet, unregistered, inherited, below }: Extract<Need, { unregistered: unknown }>,
): NeededPermissionDto {
  const { name, inheritsFrom, isReserved } = unregistered;
  return {
    permission_name: permission,
    everywhere: false,
    met: isMet,
    total: 1,
    resources: [toResource(snapshot, { resourceId: inheritsFrom, exact: false, explanation: inherited })],
    kept_by: below.keptBy && toObstacle(below.keptBy),
    unregistered: { name, below: pathNames(snapshot, unregistered.below), reserved: isReserved },
  };
}

function pathNames(snapshot: AccessSnapshot, resourceId: number): readonly string[] {
  return snapshot
    .pathOf(resourceId)
    .map(({ name }) => name)
    .reverse();
}

function toResource(
  snapshot: AccessSnapshot,
  { resourceId, exact, explanation }: ResourceNeed,
): NeededResourceDto {
  const { access, reason, assignments } = explanation;
  return {
    resource_id: resourceId,
    resource_path: pathNames(snapshot, resourceId),
    exact,
    access,
    reason,
    rules: assignments.map(toExplainedRule),
  };
}
