import type { Problem } from '@gatehouse/problems';
import { type MaybePromise, andThen } from './maybe-promise';
import { type Caller, userOf } from './caller';
import type { AuthorizationRequest, AuthorizationResult, BodyReader } from './authorization';
import type { Freshness } from './freshness';
import type { PageRequests } from './page-requests';
import { NEEDS_BODY, type PolicyEvaluator, denialFor } from './policy-evaluator';
import { bodyNotVisible, signInRequired } from './refusals';

/** Determines who sends a request. */
export interface CallerAuthenticator<Request extends AuthorizationRequest> {
  authenticate(request: Request['request'], route: Request['route']): MaybePromise<Caller>;
}

/** A repeated decision. */
interface Reauthorization<Request> {
  readonly request: Request;
  readonly before: AuthorizationResult;
}

/**
 * Decides about requests for services: whether the snapshot is recent enough, who the caller is, what the policy decides,
 * and whether a page must not have caused the request. Synchronous for known sessions and requests whose body does
 * not matter, so that nothing happens between decision and forwarding. Reference: proxy#authorization,
 * proxy#identification, proxy#statuses, permissions#authority.
 */
export class Authorizer<Request extends AuthorizationRequest> {
  constructor(
    private readonly freshness: Pick<Freshness, 'refusal' | 'meet'>,
    private readonly authenticator: CallerAuthenticator<Request>,
    private readonly policy: PolicyEvaluator,
    private readonly pageRequests: Pick<PageRequests, 'review'>,
    private readonly readBody: BodyReader<Request>,
  ) {}

  /** Every problem of a request is a refusal; fails only on internal errors. */
  authorize(request: Request): MaybePromise<AuthorizationResult> {
    const refusal = this.freshness.refusal();
    if (refusal) return { refusal };
    return andThen(this.freshness.meet(request.request), this.authenticate, request);
  }

  /**
   * Decides again about a request that was allowed earlier. `afresh`: its session may have changed since, so that the caller is
   * authenticated again. A different caller is refused, because the upstream received the identity of the first one.
   */
  reauthorize(
    request: Request,
    before: AuthorizationResult,
    afresh: boolean,
  ): MaybePromise<AuthorizationResult> {
    const { caller: known } = before;
    const isValid = known?.kind !== 'session' || known.session.expiresAt.getTime() > Date.now();
    const caller =
      known && isValid && !afresh ? known : this.authenticator.authenticate(request.request, request.route);
    return andThen(caller, this.evaluateAgain, { request, before });
  }

  /** The caller is authenticated at the revision that the request demands, not before: sessions end at revisions too. */
  private readonly authenticate = (
    refusal: Problem | undefined,
    request: Request,
  ): MaybePromise<AuthorizationResult> =>
    refusal
      ? { refusal }
      : andThen(this.authenticator.authenticate(request.request, request.route), this.evaluate, request);

  private readonly evaluate = (caller: Caller, request: Request): MaybePromise<AuthorizationResult> => {
    const result = this.policy.evaluate(caller, request, undefined);
    if (result !== NEEDS_BODY) return this.pageRequests.review(request, result);
    // The body of a request that would be refused for its origin is not read.
    const reviewed = this.pageRequests.review(request, { ...this.policy.serviceOf(request), caller });
    return reviewed.refusal ? reviewed : this.evaluateWithBody(request);
  };

  /** Reading takes time: sessions may end and permissions may change meanwhile, so that everything is checked again. */
  private async evaluateWithBody(request: Request): Promise<AuthorizationResult> {
    const body = await this.readBody(request);
    const caller = await this.authenticator.authenticate(request.request, request.route);
    if ('refusal' in body) return { ...this.policy.serviceOf(request), caller, refusal: body.refusal };
    const result = this.policy.evaluate(caller, request, body.read);
    if (result === NEEDS_BODY) return { refusal: bodyNotVisible };
    return this.pageRequests.review(request, { ...result, body });
  }

  private readonly evaluateAgain = (
    caller: Caller,
    { request, before }: Reauthorization<Request>,
  ): AuthorizationResult => {
    const result = this.policy.evaluate(caller, request, before.body?.read);
    // The body was forwarded unread based on permissions that have been revoked.
    if (result === NEEDS_BODY) return { refusal: denialFor(caller), caller };
    const isSame = userOf(caller) === userOf(before.caller);
    if (!isSame && !result.refusal) return { ...result, refusal: signInRequired };
    return this.pageRequests.review(request, result);
  };
}
