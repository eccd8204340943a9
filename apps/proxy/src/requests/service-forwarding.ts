import type { Cors } from '@gatehouse/wire';
import type { AllowedRequest, AuthorizationFlow } from './authorization-flow';
import type { ErrorResponder } from './error-responder';
import type { Forwarder } from '../forwarding/forwarder';
import type { Hooks } from '../hooks/hooks';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';

/** Takes allowed requests through the hooks of their service to its upstream. */
export class ServiceForwarding {
  constructor(
    private readonly flow: AuthorizationFlow,
    private readonly hooks: Hooks,
    private readonly forwarder: Forwarder,
    private readonly identityHeader: CallerIdentityHeader,
    private readonly cors: Cors,
    private readonly errors: ErrorResponder,
  ) {}

  forward(allowed: AllowedRequest): void {
    const { context, request: authorized, service, result, setCookie } = allowed;
    const { request, response, expectsContinue, upgrade } = context;
    const { route } = authorized;
    const { body, caller } = result;
    const hooked = this.hooks.hasNone(service) ? undefined : this.applyHooks(allowed);
    if (hooked === 'refused') return;
    const cors = this.cors.headersFor(request);
    this.forwarder.forward({
      request,
      response,
      route: hooked?.route ?? route,
      service,
      sink: hooked?.sink,
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
      failed: (failure, error) => this.errors.upstreamFailed(context, service, failure, error),
    });
  }

  private applyHooks({ context, request, service, result }: AllowedRequest): ReturnType<Hooks['apply']> {
    const { body, caller } = result;
    return this.hooks.apply({
      request: context.request,
      response: context.response,
      route: request.route,
      service,
      caller,
      body,
      address: context.address,
      requestId: context.requestId,
      refuse: (refusal) => this.errors.withdraw(context, { ...result, refusal }),
    });
  }
}
