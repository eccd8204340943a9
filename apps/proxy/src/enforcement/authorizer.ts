import type { Problem } from '@gatehouse/problems';
import { type MaybePromise, andThen } from '../maybe-promise';
import type { Authenticator } from '../sign-in/authenticator';
import { type Caller, userOf } from '../sign-in/caller';
import type { AuthorizationRequest, AuthorizationResult } from './authorization';
import type { BodyReader } from './body/buffered-body';
import type { CrossSite } from './cross-site';
import type { Freshness } from './freshness';
import { NEEDS_BODY, type PolicyEvaluator, denialFor } from './policy-evaluator';
import { bodyNotVisible, signInRequired } from './refusals';

/** A repeated decision. */
interface Reauthorization {
  readonly request: AuthorizationRequest;
  readonly before: AuthorizationResult;
}

/**
 * Decides about requests for services: whether the snapshot is recent enough, who the caller is, what the policy says, and
 * whether a page of another origin has sent the request. Synchronous for known sessions and requests whose body does not
 * matter, so that nothing happens between decision and forwarding. Reference: proxy#authorization, proxy#identification, proxy#statuses, permissions#authority.
 */
export class Authorizer {
  constructor(
    private readonly freshness: Freshness,
    private readonly authenticator: Authenticator,
    private readonly policy: PolicyEvaluator,
    private readonly crossSite: Pick<CrossSite, 'review'>,
    private readonly readBody: BodyReader,
  ) {}

  /** Every problem of a request is a refusal; fails only on internal errors. */
  authorize(request: AuthorizationRequest): MaybePromise<AuthorizationResult> {
    const refusal = this.freshness.refusal();
    if (refusal) return { refusal };
    return andThen(this.freshness.meet(request.request), this.authenticate, request);
  }

  /**
   * Decides again about a request that was allowed earlier. `afresh`: its session may have changed since, so that the caller is
   * authenticated again. A different caller is refused, because the upstream received the identity of the first one.
   */
  reauthorize(
    request: AuthorizationRequest,
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
    request: AuthorizationRequest,
  ): MaybePromise<AuthorizationResult> =>
    refusal
      ? { refusal }
      : andThen(this.authenticator.authenticate(request.request, request.route), this.evaluate, request);

  private readonly evaluate = (
    caller: Caller,
    request: AuthorizationRequest,
  ): MaybePromise<AuthorizationResult> => {
    const result = this.policy.evaluate(caller, request, undefined);
    if (result !== NEEDS_BODY) return this.crossSite.review(request, result);
    // The body of a request that would be refused for its origin is not read.
    const reviewed = this.crossSite.review(request, { ...this.policy.serviceOf(request), caller });
    return reviewed.refusal ? reviewed : this.evaluateWithBody(request);
  };

  /** Reading takes time: sessions may end and permissions may change meanwhile, so that everything is checked again. */
  private async evaluateWithBody(request: AuthorizationRequest): Promise<AuthorizationResult> {
    const body = await this.readBody(request);
    const caller = await this.authenticator.authenticate(request.request, request.route);
    if ('refusal' in body) return { ...this.policy.serviceOf(request), caller, refusal: body.refusal };
    const result = this.policy.evaluate(caller, request, body.read);
    if (result === NEEDS_BODY) return { refusal: bodyNotVisible };
    return this.crossSite.review(request, { ...result, body });
  }

  private readonly evaluateAgain = (
    caller: Caller,
    { request, before }: Reauthorization,
  ): AuthorizationResult => {
    const result = this.policy.evaluate(caller, request, before.body?.read);
    // The body was forwarded unread based on permissions that have been revoked.
    if (result === NEEDS_BODY) return { refusal: denialFor(caller), caller };
    const isSame = userOf(caller) === userOf(before.caller);
    if (!isSame && !result.refusal) return { ...result, refusal: signInRequired };
    return this.crossSite.review(request, result);
  };
}
