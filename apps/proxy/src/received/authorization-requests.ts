import type { Problem } from '@gatehouse/problems';
import {
  type NetworkTokenParameter,
  type Destinations,
  FORWARDED_METHODS,
  methodNotAllowed,
} from '@gatehouse/enforcement';
import type { ReceivedRequest } from './body/body-source';
import type { RequestContext } from './request-context';
import type { DeclaredRequest } from './declared-request';

/** Creates authorization requests from HTTP requests, without the proxy's own parameters. */
export class AuthorizationRequests {
  constructor(
    private readonly destinations: Destinations,
    private readonly networkToken: NetworkTokenParameter,
  ) {}

  /** For a request that a client sends to the proxy itself; `route` is a route below `/proxy`. */
  ofClient({ request }: RequestContext, route: DeclaredRequest['route']): DeclaredRequest {
    return {
      method: request.method ?? '',
      methodIsDeclared: true,
      route,
      routeOf: this.destinations.publicRouteOf,
      bodyIsVisible: true,
    };
  }

  /** Written out field by field: copying the rest of an object would cost more than the decision. */
  from(context: RequestContext, declared: DeclaredRequest): ReceivedRequest | { readonly refusal: Problem } {
    const { route, routeOf } = declared;
    const { request, response, address } = context;
    if (request.method === 'TRACE') return { refusal: methodNotAllowed(FORWARDED_METHODS) };
    const destination = this.destinations.of(request, route.service, routeOf);
    if (destination && 'refusal' in destination) return destination;
    return {
      method: declared.method,
      methodIsDeclared: declared.methodIsDeclared,
      bodyIsVisible: declared.bodyIsVisible,
      request,
      address,
      route: this.networkToken.takenFrom(route),
      destination: destination?.segments,
      destinationPath: destination?.rest,
      upgrades: context.upgrade !== undefined,
      admitBody: () => context.expectsContinue && response.writeContinue(),
      whenOver: (callback) => void (response.closed ? callback() : response.once('close', callback)),
    };
  }
}
