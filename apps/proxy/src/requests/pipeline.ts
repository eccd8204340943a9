import {
  type DecisionSteps,
  type MaybePromise,
  type Step,
  StepChain,
  attempt,
  resultOf,
} from '@gatehouse/enforcement';
import type { Problem } from '@gatehouse/problems';
import type { AuthorizationRequests } from '../received/authorization-requests';
import type { ReceivedRequest } from '../received/body/body-source';
import type { Metrics } from '../operations/metrics';
import type { DeclaredRequest } from '../received/declared-request';
import type { CookieStep } from './cookie-step';
import type { ErrorResponder } from '../replies/error-responder';
import { PendingRequest } from './pending-request';
import type { RequestContext } from '../received/request-context';
import type { ServiceForwarding } from './service-forwarding';
import type { VerifyReply } from './verify-reply';

/** The request to a service that a client has sent or a front end has declared, or why there is none. */
type Declared = DeclaredRequest | { readonly refusal: Problem };

export interface PipelineSteps {
  readonly decisions: DecisionSteps<ReceivedRequest>;
  readonly cookies: CookieStep;
  readonly forwarding: ServiceForwarding;
  readonly verification: VerifyReply;
}

/** What happens to requests for services, step by step. Refused ones are answered. */
export class Pipeline {
  private readonly forwarded: StepChain<PendingRequest>;
  private readonly verified: StepChain<PendingRequest>;
  private readonly repeated: StepChain<PendingRequest>;

  constructor(
    { decisions, cookies, forwarding, verification }: PipelineSteps,
    private readonly requests: AuthorizationRequests,
    private readonly errors: ErrorResponder,
    private readonly metrics: Metrics,
  ) {
    const decision: readonly Step<PendingRequest>[] = [
      decisions.caller,
      decisions.policy,
      decisions.body,
      decisions.grammar,
      decisions.decision,
      decisions.crossSite,
    ];
    const beforeReply = [decisions.freshness, ...decision, this.count, cookies.cookie];
    const refuse = (pending: PendingRequest): void => this.refuse(pending, cookies);
    this.forwarded = new StepChain([...beforeReply, forwarding.hooks, forwarding.forward], refuse);
    this.verified = new StepChain([...beforeReply, verification.reply], refuse);
    this.repeated = new StepChain(decision, refuse);
  }

  /** Forwards a request if it is allowed; synchronously if the decision is synchronous. Never fails. */
  forward(context: RequestContext, declared: Declared): void {
    this.run(this.forwarded, context, declared);
  }

  /** Tells a front end, which forwards the request itself, that it is allowed. Never fails. */
  verify(context: RequestContext, declared: Declared): void {
    this.run(this.verified, context, declared);
  }

  private run(chain: StepChain<PendingRequest>, context: RequestContext, declared: Declared): void {
    const request = 'refusal' in declared ? declared : this.requests.from(context, declared);
    if ('refusal' in request) this.errors.refuse(context, request);
    else void this.runOrFail(chain, new PendingRequest(context, request, this.repeat));
  }

  /** Decides again about a request that was allowed before. */
  private readonly repeat = (pending: PendingRequest, isAfresh: boolean): MaybePromise<boolean> =>
    this.runOrFail(this.repeated, pending.again(isAfresh));

  private runOrFail(chain: StepChain<PendingRequest>, pending: PendingRequest): MaybePromise<boolean> {
    return attempt((state) => chain.run(state), this.fail, pending);
  }

  private readonly fail = (error: unknown, { context }: PendingRequest): false => {
    this.errors.fail(context, error);
    return false;
  };

  /** Records the decision, once for each request. */
  private readonly count: Step<PendingRequest> = ({ context, before }) => {
    if (before) return undefined;
    this.metrics.decided(performance.now() - context.begun);
    this.metrics.letThrough(context.route.kind);
    return undefined;
  };

  private refuse(pending: PendingRequest, cookies: CookieStep): void {
    const { context, before } = pending;
    const result = resultOf(pending);
    if (before) {
      this.errors.withdraw(context, result);
      return;
    }
    this.metrics.decided(performance.now() - context.begun);
    // The user may be signed in, though not allowed: with the cookie the next request needs no sign-in.
    this.errors.refuse(context, result, cookies.issuedFor(result));
  }
}
