import type { AllowedRequest, AuthorizationFlow } from './authorization-flow';
import type { Responses } from './create-responses';
import type { ServicePages } from '@gatehouse/enforcement';
import type { Forwarder } from '../forwarding/forwarder';
import type { ReplyTerms } from '../forwarding/final-headers';
import type { Hooks } from '../hooks/hooks';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';

/** Takes allowed requests through the hooks of their service to its upstream. */
export class ServiceForwarding {
  constructor(
    private readonly flow: AuthorizationFlow,
    private readonly hooks: Hooks,
    private readonly forwarder: Forwarder,
    private readonly identityHeader: CallerIdentityHeader,
    private readonly pages: Pick<ServicePages, 'policyOf'>,
    private readonly responses: Pick<Responses, 'cors' | 'errors'>,
  ) {}

  forward(allowed: AllowedRequest): void {
    const { context, request: authorized, service, result, setCookie } = allowed;
    const { request, response, expectsContinue, upgrade } = context;
    const { route } = authorized;
    const { body, caller } = result;
    const terms = { isPrivate: caller?.kind === 'session', pagePolicy: this.pages.policyOf(service) };
    const hooked = this.hooks.hasNone(service) ? undefined : this.applyHooks(allowed, terms);
    if (hooked === 'refused') return;
    const cors = this.responses.cors.headersFor(request);
    this.forwarder.forward({
      request,
      response,
      route: hooked?.route ?? route,
      service,
      sink: hooked?.sink,
      terms,
      adaptHeaders: hooked?.adaptHeaders,
      setCookie,
      permission: result.permission,
      cookies: result.cookies,
      destination: authorized.destinationPath,
      caller,
      identityHeader: this.identityHeader.valueFor(service, caller),
      cors: cors && Object.entries(cors).flat(),
      expectsContinue,
      body: body?.bytes,
      upgrade,
      reauthorize: (afresh) => this.flow.reauthorize(allowed, afresh),
      failed: (failure, error) =>
        this.responses.errors.upstreamFailed(context, { service, caller }, failure, error),
    });
  }

  private applyHooks(
    { context, request, service, result }: AllowedRequest,
    terms: ReplyTerms,
  ): ReturnType<Hooks['apply']> {
    const { body, caller } = result;
    return this.hooks.apply({
      request: context.request,
      response: context.response,
      route: request.route,
      service,
      caller,
      body,
      terms,
      address: context.address,
      requestId: context.requestId,
      refuse: (refusal) => this.responses.errors.withdraw(context, { ...result, refusal }),
    });
  }
}
