import type { Cors } from '@gatehouse/wire';
import type { AllowedRequest, AuthorizationFlow } from './authorization-flow';
import type { AuthorizationRequests } from '../enforcement/authorization-requests';
import type { ServiceRoute } from '@gatehouse/enforcement';
import type { RequestContext } from './request-context';
import type { ResponseWriter } from './response-writer';
import type { ServiceForwarding } from './service-forwarding';

/** `{base}/proxy/{service}[/…]`: requests that are forwarded to their service if they are allowed. */
export class ProxyEndpoint {
  constructor(
    private readonly flow: AuthorizationFlow,
    private readonly requests: AuthorizationRequests,
    private readonly forwarding: ServiceForwarding,
    private readonly cors: Cors,
    private readonly responses: ResponseWriter,
  ) {}

  handle(context: RequestContext, route: ServiceRoute): void {
    const preflight = this.cors.preflight(context.request);
    if (preflight) this.responses.empty(context, preflight);
    else this.flow.run(context, this.requests.ofClient(context, route), this.forward);
  }

  private readonly forward = (allowed: AllowedRequest): void => this.forwarding.forward(allowed);
}
