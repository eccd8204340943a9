import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesNoHost, namesSeveralHosts } from '../received/hosts';
import {
  malformedPath,
  noHost,
  severalHosts,
  unknownExpectation,
  unknownRoute,
} from '@gatehouse/enforcement';
import type { ErrorResponder } from '../replies/error-responder';
import type { Upgrade } from '../received/upgrade-requests';
import type { StatusEndpoints } from './status-endpoints';
import type { ProxyEndpoint } from './proxy-endpoint';
import type { RequestContexts } from '../received/request-context';
import type { VerifyEndpoint } from './verify-endpoint';

/** Dispatches requests to the endpoints by their route. Reference: enforcement#routes. */
export class RequestDispatcher {
  constructor(
    private readonly contexts: RequestContexts,
    private readonly proxyEndpoint: ProxyEndpoint,
    private readonly verifyEndpoint: VerifyEndpoint,
    private readonly statusEndpoints: StatusEndpoints,
    private readonly errors: ErrorResponder,
  ) {}

  handle(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade?: Upgrade,
  ): void {
    const context = this.contexts.of(request, response, expectsContinue, upgrade);
    if (namesNoHost(request) || namesSeveralHosts(request)) {
      this.errors.refuse(context, { refusal: namesNoHost(request) ? noHost : severalHosts });
      return;
    }
    const { route } = context;
    switch (route.kind) {
      case 'proxy':
        this.proxyEndpoint.handle(context, route);
        break;
      case 'verify':
      case 'verify-traefik':
      case 'verify-envoy':
        this.verifyEndpoint.handle(context, route);
        break;
      case 'malformed':
        this.errors.refuse(context, { refusal: malformedPath(route.problem) });
        break;
      case 'unknown':
        this.errors.refuse(context, { refusal: unknownRoute });
        break;
      default:
        this.statusEndpoints.handle(context, route.kind);
    }
  }

  /** Refuses a request with an expectation other than `100-continue`. Source: RFC 9110, 10.1.1. */
  refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    this.errors.refuse(this.contexts.of(request, response, false, undefined), {
      refusal: unknownExpectation,
    });
  }
}
