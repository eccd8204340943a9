import type { SnapshotFollower, UsableServices } from '@gatehouse/access';
import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import {
  type Reading,
  type RequestBody,
  resolvedConfiguration,
  serviceTypeOf,
} from '@gatehouse/service-types';
import type { Problem } from '@gatehouse/problems';
import { hasBody } from './has-body';
import { type Caller, accessOf, userOf } from './caller';
import type { AuthorizationRequest, AuthorizationResult } from './authorization';
import { PROBLEM_WITHOUT } from './canonical-path';
import { type PendingDecision, type Evaluation, callerOf, refuse } from './pending-decision';
import { verdictOf } from './evaluate-request';
import type { Freshness } from './freshness';
import {
  configurationNotUsable,
  malformedPath,
  notAllowed,
  UnrecognizedRequest,
  refusedCredentials,
  refusedToken,
  sessionsUnavailable,
  signInRequired,
  uncheckedCredentials,
  unknownService,
  unregisteredName,
  unsupportedCredentials,
} from './refusals';
import { CachedResults } from './cached-results';
import { bodyTreatment, hasUnseenBody, isBesideDocument, serviceAuthority } from './service-authority';
import { type RequestLimits, RoutedRequest, readingContext } from './routed-request';

/** Inputs of decisions. */
export interface PolicyEvaluatorOptions {
  readonly follower: Pick<SnapshotFollower, 'snapshot'>;
  readonly freshness: Pick<Freshness, 'refusal'>;
  readonly services: UsableServices;
  readonly limits: RequestLimits;
  /** Whether an allowed request must be read completely for other reasons than the decision; it is then evaluated again. */
  readonly wantsBody: (service: ServiceView, request: AuthorizationRequest) => boolean;
}

const REFUSED_CREDENTIALS = {
  'unsupported credentials': unsupportedCredentials,
  'refused credentials': refusedCredentials,
  'refused token': refusedToken,
  'unchecked credentials': uncheckedCredentials,
  'sessions unavailable': sessionsUnavailable,
} as const;

/** A body that is not read: no grammar that reads bodies applies to it. */
const UNREAD: RequestBody = { kind: 'unread' };

/** The decision depends on the body, which has not been read. */
type NeedsBody = 'read';

/**
 * The steps that evaluate requests against the snapshot: the service, the caller's authority there, what the request needs, and
 * which permission assignments apply. Synchronous, so that all use one revision. Reference: enforcement#statuses,
 * permission-rules#authority.
 */
export class PolicyEvaluator {
  private readonly results = new CachedResults();

  constructor(private readonly options: PolicyEvaluatorOptions) {}

  /** Details of the service for a refusal. */
  serviceOf({ route }: AuthorizationRequest): Pick<AuthorizationResult, 'service'> {
    const service = this.options.follower.snapshot().serviceByName(route.service);
    return service ? { service } : {};
  }

  /** Decides at once if the same request was allowed at this revision; the following steps then have nothing to do. */
  policy(decision: PendingDecision): 'refused' | undefined {
    const { request, body } = decision;
    const caller = callerOf(decision);
    if (caller.kind === 'sessions unavailable') return refuse(decision, { refusal: sessionsUnavailable });
    // The snapshot may have become stale while the request waited.
    const stale = this.options.freshness.refusal();
    if (stale) return refuse(decision, { refusal: stale });
    const snapshot = this.options.follower.snapshot();
    decision.result = body ? undefined : this.results.find(snapshot, caller, request);
    return decision.result ? undefined : this.evaluate(snapshot, caller, decision);
  }

  /** `read`: the decision depends on the body, which has not been read. */
  body(decision: PendingDecision): 'refused' | NeedsBody | undefined {
    const { request, evaluation, result, body } = decision;
    if (result || body || !evaluation) return undefined;
    const { service, caller, type, configuration, authority } = evaluation;
    const treatment = bodyTreatment(request, type, configuration, authority);
    // The result does not depend on the body.
    if (authority.mayDoNothing && treatment !== 'ignore' && treatment !== 'perhaps') {
      return refuse(decision, { refusal: denialFor(caller), service, caller, reason: 'no-permission' });
    }
    if (typeof treatment === 'object') return refuse(decision, { refusal: treatment, service, caller });
    if (treatment === 'read') return 'read';
    if (treatment === 'allow') {
      this.allow(decision, evaluation, { service, caller, reason: 'everywhere', executes: true });
    }
    evaluation.mayBePost = treatment === 'perhaps';
    return undefined;
  }

  grammar({ request, evaluation, result, body }: PendingDecision): undefined {
    if (result || !evaluation) return;
    const { limits, services } = this.options;
    const unread = hasUnseenBody(request) ? UNREAD : undefined;
    const routed = new RoutedRequest(request, limits, body?.read ?? unread);
    const { snapshot, service, type } = evaluation;
    evaluation.reading = type.read(routed, readingContext(snapshot, service, type, services.patterns));
  }

  /** `read`: the request is allowed, and must be read whole for another reason. */
  decision(decision: PendingDecision): 'refused' | NeedsBody | undefined {
    const { request, evaluation, result, body } = decision;
    const { reading } = evaluation ?? {};
    if (result || !evaluation || !reading) return undefined;
    const found = verdictOn(reading, evaluation, request);
    if (found.refusal) return refuse(decision, found);
    const isReadLater = !body && request.route.kind === 'proxy' && hasBody(request.request);
    if (isReadLater && this.options.wantsBody(evaluation.service, request)) return 'read';
    this.allow(decision, evaluation, found);
    return undefined;
  }

  private allow(
    decision: PendingDecision,
    { snapshot, caller }: Evaluation,
    result: AuthorizationResult,
  ): void {
    decision.result = result;
    if (!decision.body) this.results.store(snapshot, caller, decision.request, result);
  }

  private evaluate(
    snapshot: AccessSnapshot,
    caller: Caller,
    decision: PendingDecision,
  ): 'refused' | undefined {
    const { request } = decision;
    const service = snapshot.serviceByName(request.route.service);
    if (!service) return refuse(decision, { refusal: unknownService, caller });
    // For all callers: it is unknown what its patterns and hooks would have refused.
    if (!this.options.services.isUsable(service)) {
      return refuse(decision, { refusal: configurationNotUsable, service, caller });
    }
    const malformed = pathRefusal(request, service);
    if (caller.kind !== 'session' && caller.kind !== 'anonymous') {
      const refused =
        caller.kind === 'limited credentials' ? caller.refusal : REFUSED_CREDENTIALS[caller.kind];
      return refuse(decision, { refusal: malformed ?? refused, service, caller });
    }
    const type = serviceTypeOf(service.type);
    if (!type) {
      return refuse(decision, { refusal: denialFor(caller), service, caller, reason: 'not-covered' });
    }
    const configuration = resolvedConfiguration(type, service.configuration) ?? {};
    const authority = serviceAuthority(
      accessOf(snapshot, caller).authority(userOf(caller), service.resourceId),
      type,
      configuration,
      serviceOptions(service.proxy),
    );
    if (malformed && !authority.mayDoEverything) {
      return refuse(decision, { refusal: malformed, service, caller });
    }
    const found = { snapshot, service, caller, type, configuration, authority };
    decision.evaluation = { ...found, mayBePost: false, reading: undefined };
    return undefined;
  }
}

/** What the permission assignments decide about a request that was read. */
function verdictOn(
  reading: Reading,
  { snapshot, service, caller, type, mayBePost }: Evaluation,
  request: AuthorizationRequest,
): AuthorizationResult {
  const userId = userOf(caller);
  const verdict = verdictOf(reading, accessOf(snapshot, caller), userId, service, type);
  const { access, reason, permission, unregistered } = verdict;
  const isCovered = reading.kind === 'covered';
  const found: AuthorizationResult = {
    service,
    caller,
    reason,
    reading,
    ...(permission === undefined ? {} : { permission }),
    // An uninterpreted request may make the service act.
    executes: isCovered ? reading.executes : type.cookies === 'named',
    cookies: isCovered && type.cookies === 'named' ? serviceOptions(service.proxy).forwardCookies : 'all',
  };
  if (access !== 'deny') return found;
  // A query that is not a complete GET request may accompany a document sent by POST.
  if (mayBePost && !isCovered && isBesideDocument(request.route.query.slice(1))) {
    return { service, caller, reason: 'everywhere' };
  }
  if (isCovered && unregistered && permission !== undefined && userId !== undefined) {
    const ancestor = snapshot.resource(unregistered.below)?.name ?? '';
    return { refusal: unregisteredName(unregistered, ancestor, permission), ...found };
  }
  const denial = denialFor(caller);
  return { refusal: isCovered ? denial : new UnrecognizedRequest(reading, denial.status), ...found };
}

/** The refusal of a path with an ambiguity that the service has not opted in to. */
function pathRefusal({ route }: AuthorizationRequest, service: ServiceView): Problem | undefined {
  if (route.exceptions.length === 0) return undefined;
  const { paths } = serviceOptions(service.proxy);
  const unaccepted = route.exceptions.find((exception) => !paths.has(exception));
  return unaccepted && malformedPath(PROBLEM_WITHOUT[unaccepted]);
}

/** The refusal of a request that the caller may not make. */
export function denialFor(caller: Caller): Problem {
  return userOf(caller) === undefined ? signInRequired : notAllowed;
}
