import type { ServicePages, Step } from '@gatehouse/enforcement';
import type { Cors } from '@gatehouse/wire';
import type { Forwarder } from '../forwarding/forwarder';
import type { ReplyTerms } from '../forwarding/final-headers';
import type { Hooks } from '../hooks/hooks';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';
import type { ErrorResponder } from '../replies/error-responder';
import type { PendingRequest } from './pending-request';

/** Takes allowed requests through the hooks of their service to its upstream. */
export class ServiceForwarding {
  constructor(
    private readonly serviceHooks: Hooks,
    private readonly forwarder: Forwarder,
    private readonly identityHeader: CallerIdentityHeader,
    private readonly pages: Pick<ServicePages, 'policyOf'>,
    private readonly replies: { readonly cors: Cors; readonly errors: ErrorResponder },
  ) {}

  readonly hooks: Step<PendingRequest> = (pending) => {
    const { context, request, granted, body } = pending;
    const { service, caller } = granted;
    if (this.serviceHooks.hasNone(service)) return undefined;
    const hooked = this.serviceHooks.apply({
      request: context.request,
      response: context.response,
      route: request.route,
      service,
      caller,
      body,
      terms: this.termsOf(pending),
      address: context.address,
      requestId: context.requestId,
      refuse: (refusal) => this.replies.errors.withdraw(context, { ...granted, refusal }),
    });
    if (hooked === 'refused') return 'over';
    pending.hooked = hooked;
    return undefined;
  };

  readonly forward: Step<PendingRequest> = (pending) => {
    const { context, request: authorized, granted, body, hooked, setCookie } = pending;
    const { request, response, expectsContinue, upgrade } = context;
    const { service, caller } = granted;
    const cors = this.replies.cors.headersFor(request);
    this.forwarder.forward({
      request,
      response,
      route: hooked?.route ?? authorized.route,
      service,
      sink: hooked?.sink,
      terms: this.termsOf(pending),
      adaptHeaders: hooked?.adaptHeaders,
      setCookie,
      permission: granted.permission,
      cookies: granted.cookies,
      destination: authorized.destinationPath,
      caller,
      identityHeader: this.identityHeader.valueFor(service, caller),
      cors: cors && Object.entries(cors).flat(),
      expectsContinue,
      body: body?.bytes,
      upgrade,
      reauthorize: (afresh) => pending.reauthorize(afresh),
      failed: (failure, error) =>
        this.replies.errors.upstreamFailed(context, { service, caller }, failure, error),
    });
    return undefined;
  };

  private termsOf({ granted: { caller, service } }: PendingRequest): ReplyTerms {
    return { isPrivate: caller?.kind === 'session', pagePolicy: this.pages.policyOf(service) };
  }
}
