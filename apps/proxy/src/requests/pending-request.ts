import type { ServiceView } from '@gatehouse/access-engine';
import { type AuthorizationResult, PendingDecision, type MaybePromise } from '@gatehouse/enforcement';
import type { ReceivedRequest } from '../received/body/body-source';
import type { HookedForwarding } from '../hooks/hooks';
import type { RequestContext } from '../received/request-context';

/** The result of a request that is allowed. */
export interface GrantedResult extends AuthorizationResult {
  readonly service: ServiceView;
}

/** A request for a service on its way through the pipeline; each step adds what it has determined. */
export class PendingRequest extends PendingDecision<ReceivedRequest> {
  /** `Set-Cookie` of the reply, if one is due. */
  setCookie: string | undefined = undefined;
  /** How the hooks of the service change the request; undefined: not at all. */
  hooked: HookedForwarding | undefined = undefined;

  constructor(
    readonly context: RequestContext,
    request: ReceivedRequest,
    private readonly repeat: (pending: PendingRequest, isAfresh: boolean) => MaybePromise<boolean>,
  ) {
    super(request);
  }

  /** The result, if the request is allowed. Fails otherwise, so that nothing is forwarded before the decision. */
  get granted(): GrantedResult {
    const { result } = this;
    if (!isGranted(result)) throw new Error('the request is not allowed');
    return result;
  }

  /** Whether this request, which was allowed, still is. If not, the client has received the refusal. Never fails. */
  reauthorize(isAfresh: boolean): MaybePromise<boolean> {
    return this.repeat(this, isAfresh);
  }

  /** The same request before a repeated decision. */
  again(isAfresh: boolean): PendingRequest {
    const again = new PendingRequest(this.context, this.request, this.repeat);
    again.body = this.body;
    again.before = this.granted;
    again.isAfresh = isAfresh;
    return again;
  }
}

function isGranted(result: AuthorizationResult | undefined): result is GrantedResult {
  return result?.service !== undefined && result.refusal === undefined;
}
