import type { ServiceView } from '@gatehouse/access-engine';
import type { Problem } from '@gatehouse/problems';
import {
  type AuthorizationResult,
  type Authorizer,
  type MaybePromise,
  andThen,
  attempt,
} from '@gatehouse/enforcement';
import type { ReceivedRequest } from '../enforcement/body/body-source';
import type { AuthorizationRequests } from '../enforcement/authorization-requests';
import type { ErrorResponder } from './error-responder';
import type { Metrics } from '../operations/metrics';
import type { RequestContext } from './request-context';
import type { SessionCookies } from '../sign-in/session-cookies';
import type { DeclaredRequest } from '../verify/front-ends';

/** A request that was allowed. */
export interface AllowedRequest {
  readonly context: RequestContext;
  readonly request: ReceivedRequest;
  readonly service: ServiceView;
  readonly result: AuthorizationResult;
  /** `Set-Cookie` of the reply, if one is due. */
  readonly setCookie: string | undefined;
}

/** A request on its way through authorization. */
interface PendingRequest {
  readonly context: RequestContext;
  readonly request: ReceivedRequest;
  readonly proceed: (allowed: AllowedRequest) => void;
}

interface Granted extends PendingRequest {
  readonly service: ServiceView;
  readonly result: AuthorizationResult;
}

/** Takes requests for services through authorization: refused ones are answered, allowed ones proceed. */
export class AuthorizationFlow {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly authorizer: Authorizer<ReceivedRequest>,
    private readonly cookies: SessionCookies,
    private readonly errors: ErrorResponder,
    private readonly metrics: Metrics,
  ) {}

  /** Calls `proceed` at most once, with an allowed request; synchronously if the decision is synchronous. Never fails. */
  run(
    context: RequestContext,
    declared: DeclaredRequest | { readonly refusal: Problem },
    proceed: (allowed: AllowedRequest) => void,
  ): void {
    const request = 'refusal' in declared ? declared : this.requests.from(context, declared);
    if ('refusal' in request) this.errors.refuse(context, request);
    else void attempt(this.authorize, this.fail, { context, request, proceed });
  }

  /**
   * Decides again about a request that was allowed before; false: it is no longer allowed, and the client has received the
   * refusal unless the reply had begun. Never fails.
   */
  reauthorize(
    { context, request, result }: Pick<Granted, 'context' | 'request' | 'result'>,
    afresh: boolean,
  ): MaybePromise<boolean> {
    return attempt(
      () => andThen(this.authorizer.reauthorize(request, result, afresh), this.confirm, context),
      (error) => {
        this.errors.fail(context, error);
        return false;
      },
      undefined,
    );
  }

  private readonly authorize = (pending: PendingRequest): MaybePromise<undefined> =>
    andThen(this.authorizer.authorize(pending.request), this.settle, pending);

  private readonly settle = (
    result: AuthorizationResult,
    pending: PendingRequest,
  ): MaybePromise<undefined> => {
    const { context, request, proceed } = pending;
    const { refusal, service, caller } = result;
    this.metrics.decided(performance.now() - context.begun);
    if (refusal || !service) {
      // The user is signed in, though not allowed: with the cookie the next request needs no sign-in.
      this.errors.refuse(context, result, this.cookies.issuedFor(caller));
      return undefined;
    }
    this.metrics.letThrough(context.route.kind);
    const cookie = this.cookies.cookieFor(caller, context.request);
    return andThen(cookie, this.proceed, { context, request, proceed, service, result }, this.proceedLater);
  };

  private readonly proceed = (
    setCookie: string | undefined,
    { context, request, service, result, proceed }: Granted,
  ): undefined => {
    proceed({ context, request, service, result, setCookie });
    return undefined;
  };

  /** Permissions and sessions may have changed while the cookie was created. */
  private readonly proceedLater = async (
    setCookie: string | undefined,
    granted: Granted,
  ): Promise<undefined> => {
    if (await this.reauthorize(granted, true)) this.proceed(setCookie, granted);
  };

  private readonly confirm = (result: AuthorizationResult, context: RequestContext): boolean => {
    if (result.refusal) this.errors.withdraw(context, result);
    return result.refusal === undefined;
  };

  private readonly fail = (error: unknown, { context }: PendingRequest): undefined => {
    this.errors.fail(context, error);
    return undefined;
  };
}
