import type { Cors } from '@gatehouse/wire';
import type { AuthorizationRequests } from '../received/authorization-requests';
import type { ServiceRoute } from '@gatehouse/enforcement';
import type { Pipeline } from './pipeline';
import type { RequestContext } from '../received/request-context';
import type { ResponseWriter } from '../replies/response-writer';

/** `{base}/proxy/{service}[/…]`: requests that are forwarded to their service if they are allowed. */
export class ProxyEndpoint {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly requests: AuthorizationRequests,
    private readonly cors: Cors,
    private readonly responses: ResponseWriter,
  ) {}

  handle(context: RequestContext, route: ServiceRoute): void {
    const preflight = this.cors.preflight(context.request);
    if (preflight) this.responses.empty(context, preflight);
    else this.pipeline.forward(context, this.requests.ofClient(context, route));
  }
}
