import type { SnapshotFollower, UsableServices } from '@gatehouse/access';
import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import {
  type RequestBody,
  type ServiceType,
  resolvedConfiguration,
  serviceTypeOf,
} from '@gatehouse/service-types';
import type { Problem } from '@gatehouse/problems';
import { hasBody } from './has-body';
import { type Caller, userOf } from './caller';
import type { AuthorizationRequest, AuthorizationResult } from './authorization';
import { PROBLEM_WITHOUT } from './canonical-path';
import { evaluateRequest } from './evaluate-request';
import type { Freshness } from './freshness';
import {
  configurationNotUsable,
  malformedPath,
  notAllowed,
  UnrecognizedRequest,
  refusedCredentials,
  sessionsUnavailable,
  signInRequired,
  uncheckedCredentials,
  unknownService,
  unregisteredName,
  unsupportedCredentials,
} from './refusals';
import { CachedResults } from './cached-results';
import {
  type ServiceAuthority,
  bodyTreatment,
  hasUnseenBody,
  isBesideDocument,
  serviceAuthority,
} from './service-authority';
import { type RequestLimits, RoutedRequest } from './service-request';

/** The decision depends on the body, which has not been read. */
export const NEEDS_BODY = Symbol('needs body');

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
  'unchecked credentials': uncheckedCredentials,
  'sessions unavailable': sessionsUnavailable,
} as const;

/** A body that is not read: no grammar that reads bodies applies to it. */
const UNREAD: RequestBody = { kind: 'unread' };

/** A request of a known caller for a service of a known type. */
interface Evaluation {
  readonly snapshot: AccessSnapshot;
  readonly service: ServiceView;
  readonly caller: Caller;
  readonly request: AuthorizationRequest;
  readonly type: ServiceType;
  readonly authority: ServiceAuthority;
}

/**
 * Evaluates requests against the snapshot: the service, the caller's authority there, what the request needs, and which
 * permission assignments apply. Synchronous, so that all steps use one revision. Reference: proxy#statuses,
 * permissions#authority.
 */
export class PolicyEvaluator {
  private readonly results = new CachedResults();

  constructor(private readonly options: PolicyEvaluatorOptions) {}

  /** Details of the service for a refusal. */
  serviceOf({ route }: AuthorizationRequest): Pick<AuthorizationResult, 'service'> {
    const service = this.options.follower.snapshot().serviceByName(route.service);
    return service ? { service } : {};
  }

  // INVARIANT: nothing is awaited here; service, permissions and session belong to one revision.
  evaluate(
    caller: Caller,
    request: AuthorizationRequest,
    body: RequestBody | undefined,
  ): AuthorizationResult | typeof NEEDS_BODY {
    if (caller.kind === 'sessions unavailable') return { refusal: sessionsUnavailable };
    // The snapshot may have become stale while the request waited.
    const stale = this.options.freshness.refusal();
    if (stale) return { refusal: stale };
    const snapshot = this.options.follower.snapshot();
    const cached = body === undefined ? this.results.find(snapshot, caller, request) : undefined;
    if (cached) return cached;
    const result = this.evaluateAt(snapshot, caller, request, body);
    if (body === undefined && result !== NEEDS_BODY) {
      this.results.store(snapshot, caller, request, result);
    }
    return result;
  }

  private evaluateAt(
    snapshot: AccessSnapshot,
    caller: Caller,
    request: AuthorizationRequest,
    body: RequestBody | undefined,
  ): AuthorizationResult | typeof NEEDS_BODY {
    const { route } = request;
    const service = snapshot.serviceByName(route.service);
    if (!service) return { refusal: unknownService, caller };
    // For all callers: it is unknown what its patterns and hooks would have refused.
    if (!this.options.services.isUsable(service)) return { refusal: configurationNotUsable, service, caller };
    const malformed = pathRefusal(request, service);
    if (caller.kind !== 'session' && caller.kind !== 'anonymous') {
      const refused =
        caller.kind === 'limited credentials' ? caller.refusal : REFUSED_CREDENTIALS[caller.kind];
      return { refusal: malformed ?? refused, service, caller };
    }
    const type = serviceTypeOf(service.type);
    if (!type) return { refusal: denialFor(caller), service, caller, reason: 'not-covered' };
    const configuration = resolvedConfiguration(type, service.configuration) ?? {};
    const authority = serviceAuthority(
      snapshot.authority(userOf(caller), service.resourceId),
      type,
      configuration,
      serviceOptions(service.proxy),
    );
    if (malformed && !authority.mayDoEverything) return { refusal: malformed, service, caller };
    return this.evaluateBody({ snapshot, service, caller, request, type, authority }, configuration, body);
  }

  private evaluateBody(
    evaluation: Evaluation,
    configuration: Readonly<Record<string, unknown>>,
    body: RequestBody | undefined,
  ): AuthorizationResult | typeof NEEDS_BODY {
    const { service, caller, request, type, authority } = evaluation;
    const treatment = body === undefined ? bodyTreatment(request, type, configuration, authority) : 'ignore';
    // The result does not depend on the body.
    if (authority.mayDoNothing && treatment !== 'ignore' && treatment !== 'perhaps') {
      return { refusal: denialFor(caller), service, caller, reason: 'no-permission' };
    }
    if (treatment === 'read') return NEEDS_BODY;
    if (treatment === 'allow') return { service, caller, reason: 'everywhere', executes: true };
    if (typeof treatment === 'object') return { refusal: treatment, service, caller };
    const unread = hasUnseenBody(request) ? UNREAD : undefined;
    const result = this.evaluateGrammar(evaluation, body ?? unread, treatment === 'perhaps');
    if (result.refusal) return result;
    const isReadLater = body === undefined && request.route.kind === 'proxy' && hasBody(request.request);
    return isReadLater && this.options.wantsBody(service, request) ? NEEDS_BODY : result;
  }

  /** Reads the request by the grammar of its service's type. */
  private evaluateGrammar(
    { snapshot, service, caller, request, type }: Evaluation,
    body: RequestBody | undefined,
    mayBePost: boolean,
  ): AuthorizationResult {
    const { limits, services } = this.options;
    const routed = new RoutedRequest(request, limits, body);
    const userId = userOf(caller);
    const { reading, verdict } = evaluateRequest(snapshot, userId, service, type, routed, services.patterns);
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
    if (mayBePost && !isCovered && isBesideDocument(routed.query)) {
      return { service, caller, reason: 'everywhere' };
    }
    if (isCovered && unregistered && permission !== undefined && userId !== undefined) {
      const ancestor = snapshot.resource(unregistered.below)?.name ?? '';
      return { refusal: unregisteredName(unregistered, ancestor, permission), ...found };
    }
    const denial = denialFor(caller);
    return { refusal: isCovered ? denial : new UnrecognizedRequest(reading, denial.status), ...found };
  }
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
