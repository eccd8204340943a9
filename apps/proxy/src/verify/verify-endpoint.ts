import type { AllowedRequest, AuthorizationFlow } from '../requests/authorization-flow';
import type { FrontEndRoute, ServicePages, ServiceRoute } from '@gatehouse/enforcement';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';
import type { RequestContext } from '../requests/request-context';
import type { ResponseWriter } from '../requests/response-writer';
import type { FrontEnds } from './front-ends';

/** `{base}/verify…`: calls of front ends that check whether a request is allowed and forward it themselves. */
export class VerifyEndpoint {
  constructor(
    private readonly frontEnds: FrontEnds,
    private readonly flow: AuthorizationFlow,
    private readonly identityHeader: CallerIdentityHeader,
    private readonly pages: Pick<ServicePages, 'policyOf'>,
    private readonly responses: ResponseWriter,
  ) {}

  handle(context: RequestContext, route: ServiceRoute | FrontEndRoute): void {
    const { request } = context;
    const declared =
      route.kind === 'verify-traefik' || route.kind === 'verify-envoy'
        ? this.frontEnds.declared(request, route)
        : this.frontEnds.nginx(request, route);
    this.flow.run(context, declared, this.allow);
  }

  private readonly allow = ({ context, service, result, setCookie }: AllowedRequest): void => {
    const identityHeader = this.identityHeader.valueFor(service, result.caller);
    const headers: string[] = [];
    if (setCookie !== undefined) headers.push('Set-Cookie', setCookie);
    if (identityHeader !== undefined) headers.push('X-Gatehouse-Identity', identityHeader);
    const pagePolicy = this.pages.policyOf(service);
    if (pagePolicy !== undefined) headers.push('X-Gatehouse-Pages', pagePolicy);
    this.responses.allow(context, headers);
  };
}
