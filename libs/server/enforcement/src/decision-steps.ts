import type { AuthorizationRequest, BodyReader } from './authorization';
import { type Caller, userOf } from './caller';
import { type PendingDecision, callerOf, refuse, resultOf } from './pending-decision';
import type { Freshness } from './freshness';
import type { MaybePromise } from './maybe-promise';
import type { PageRequests } from './page-requests';
import { type PolicyEvaluator, denialFor } from './policy-evaluator';
import { signInRequired } from './refusals';
import type { Step, StepOutcome } from './step-chain';

/** Determines who sends a request. */
export interface CallerAuthenticator<Request extends AuthorizationRequest> {
  authenticate(request: Request['request'], route: Request['route']): MaybePromise<Caller>;
}

/**
 * The steps that decide about requests for services. Synchronous for known sessions and requests whose body does not matter, so
 * that nothing happens between decision and forwarding. Every problem of a request is a refusal; steps fail only on internal
 * errors. Reference: enforcement#authorization, enforcement#identification, enforcement#statuses, permission-rules#authority.
 */
export class DecisionSteps<Request extends AuthorizationRequest> {
  constructor(
    private readonly snapshotAge: Pick<Freshness, 'refusal' | 'meet'>,
    private readonly authenticator: CallerAuthenticator<Request>,
    private readonly evaluator: PolicyEvaluator,
    private readonly pageRequests: Pick<PageRequests, 'review'>,
    private readonly readBody: BodyReader<Request>,
  ) {}

  /** Whether the snapshot is recent enough, and contains the revision that the request demands. */
  readonly freshness: Step<PendingDecision<Request>> = (decision) => {
    const refusal = this.snapshotAge.refusal();
    if (refusal) return refuse(decision, { refusal });
    const unmet = this.snapshotAge.meet(decision.request.request);
    if (unmet === undefined) return undefined;
    return unmet instanceof Promise
      ? unmet.then((late) => late && refuse(decision, { refusal: late }))
      : refuse(decision, { refusal: unmet });
  };

  /**
   * Who sends the request, at the revision that it demands, not before: sessions end at revisions too. Where a decision is
   * repeated, the caller is the known one unless the session has ended or may have changed.
   */
  readonly caller: Step<PendingDecision<Request>> = (decision) => {
    const { request, before, isAfresh } = decision;
    const known = before?.caller;
    if (known && !isAfresh && !hasExpired(known)) {
      decision.caller = known;
      return undefined;
    }
    const caller = this.authenticator.authenticate(request.request, request.route);
    if (caller instanceof Promise) return caller.then((late) => void (decision.caller = late));
    decision.caller = caller;
    return undefined;
  };

  // INVARIANT: from here to the decision only reading the body waits, and leads back to the caller: service, permissions and session
  // belong to one revision.

  /** The service, the credentials, and the caller's authority there. */
  readonly policy: Step<PendingDecision<Request>> = (decision) => this.evaluator.policy(decision);

  /** Reads the body if the decision depends on it. */
  readonly body: Step<PendingDecision<Request>> = (decision) => {
    const outcome = this.evaluator.body(decision);
    return outcome === 'read' ? this.bodyOf(decision) : outcome;
  };

  /** How the grammar of the service's type reads the request. */
  readonly grammar: Step<PendingDecision<Request>> = (decision) => this.evaluator.grammar(decision);

  /** Whether the permission assignments allow that. A request with a body may have to be read whole for other reasons. */
  readonly decision: Step<PendingDecision<Request>> = (decision) => {
    const outcome = this.evaluator.decision(decision);
    if (outcome === 'read') return this.bodyOf(decision);
    return outcome ?? refusalOfAnother(decision);
  };

  /** Whether a page must not have caused the request. */
  readonly crossSite: Step<PendingDecision<Request>> = (decision) => {
    decision.result = this.pageRequests.review(decision.request, resultOf(decision));
    return decision.result.refusal ? 'refused' : undefined;
  };

  /** All of them. */
  readonly inOrder: readonly Step<PendingDecision<Request>>[] = [
    this.freshness,
    this.caller,
    this.policy,
    this.body,
    this.grammar,
    this.decision,
    this.crossSite,
  ];

  private bodyOf(decision: PendingDecision<Request>): MaybePromise<StepOutcome<PendingDecision<Request>>> {
    const { request, before } = decision;
    const caller = callerOf(decision);
    // The body was forwarded unread based on permissions that have been revoked.
    if (before) return refuse(decision, { refusal: denialFor(caller), caller });
    // The body of a request that would be refused for its origin is not read.
    const reviewed = this.pageRequests.review(request, { ...this.evaluator.serviceOf(request), caller });
    return reviewed.refusal ? refuse(decision, reviewed) : this.read(decision);
  }

  /** Reading takes time: sessions may end and permissions may change meanwhile, so that everything is checked again. */
  private async read(decision: PendingDecision<Request>): Promise<StepOutcome<PendingDecision<Request>>> {
    const { request } = decision;
    const body = await this.readBody(request);
    if (!('refusal' in body)) {
      decision.body = body;
      return this.caller;
    }
    const caller = await this.authenticator.authenticate(request.request, request.route);
    return refuse(decision, { ...this.evaluator.serviceOf(request), caller, refusal: body.refusal });
  }
}

function hasExpired(caller: Caller): boolean {
  return caller.kind === 'session' && caller.session.expiresAt.getTime() <= Date.now();
}

/** A different caller than before is refused, because the upstream received the identity of the first one. */
function refusalOfAnother(decision: PendingDecision): 'refused' | undefined {
  const { before, caller, result } = decision;
  if (!before || userOf(caller) === userOf(before.caller)) return undefined;
  return refuse(decision, { ...result, refusal: signInRequired });
}
