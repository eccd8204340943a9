import type { FrontEndRoute, ServiceRoute } from '@gatehouse/enforcement';
import type { Pipeline } from '../requests/pipeline';
import type { RequestContext } from '../received/request-context';
import type { FrontEnds } from '../verify/front-ends';

/** `{base}/verify…`: calls of front ends that check whether a request is allowed and forward it themselves. */
export class VerifyEndpoint {
  constructor(
    private readonly frontEnds: FrontEnds,
    private readonly pipeline: Pipeline,
  ) {}

  handle(context: RequestContext, route: ServiceRoute | FrontEndRoute): void {
    const { request } = context;
    const declared =
      route.kind === 'verify-traefik' || route.kind === 'verify-envoy'
        ? this.frontEnds.declared(request, route)
        : this.frontEnds.nginx(request, route);
    this.pipeline.verify(context, declared);
  }
}
