import type { IncomingMessage } from 'node:http';
import type { ProxySettings } from '@gatehouse/settings';
import { peerOf, type TrustedPeers } from '@gatehouse/wire';
import type { Problem } from '@gatehouse/problems';
import {
  type PublicRouteReader,
  malformedDeclaration,
  malformedPath,
  methodNotDeclared,
  publishedElsewhere,
  untrustedPeer,
  type FrontEndRoute,
  type ServiceRoute,
  declaredPathOf,
  declaredRouteReader,
} from '@gatehouse/enforcement';
import type { DeclaredRequest } from '../received/declared-request';

type Answer = DeclaredRequest | { readonly refusal: Problem };

const METHOD = /^[A-Z][A-Z-]{0,31}$/;
const HOST = /^(\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::\d{1,5})?$/;

/**
 * Determines the request of a verify call. Each front end has its own route and its own way to declare the
 * request; the front end is never guessed. Reference: enforcement#verify, request-mapping#paths.
 *
 * | Front end | Route | Method | Host | Path |
 * | --- | --- | --- | --- | --- |
 * | nginx | `{base}/verify/{service}[/…]` | `X-Original-Method`, else its own | – | the part after the service; with `SVC_VERIFY_NGINX_ORIGINAL_URI` the part after that prefix and the service in `X-Original-URI` |
 * | Traefik | `{base}/verify-traefik/{service}` | `X-Forwarded-Method` | `X-Forwarded-Host` | all of `X-Forwarded-Uri` |
 * | Traefik | `{base}/verify-traefik` | the same | the same, the public one | service and path in `X-Forwarded-Uri`, below the public path |
 * | Envoy | `{base}/verify-envoy/…` | its own | `Host`, the public one | service and path after the route, below the public path |
 *
 * The public host and path are those of `SVC_PROXY_PUBLIC_URL`. Headers are trusted only from peers of `SVC_TRUSTED_PROXIES`:
 * calls of Traefik and Envoy from elsewhere are refused; a call to the nginx route then declares nothing. The subrequests of
 * nginx are GETs regardless of the client's method, so only another method counts as a declared one. Calls
 * that cannot be parsed are refused. Headers with `_` instead of `-` are different headers.
 */
export class FrontEnds {
  private readonly publicHost: string;
  private readonly publicRouteOf: PublicRouteReader;
  private readonly originalRouteOf: PublicRouteReader | undefined;

  constructor(
    private readonly settings: Pick<
      ProxySettings,
      'proxyPublicUrl' | 'verifyNginxOriginalUri' | 'verifyWithoutMethod'
    >,
    private readonly trustedPeers: TrustedPeers,
    /** Called for each call that declares no method. */
    private readonly withoutMethod: () => void,
  ) {
    const url = new URL(settings.proxyPublicUrl);
    this.publicHost = url.hostname;
    this.publicRouteOf = declaredRouteReader(url.pathname.replace(/\/$/, ''));
    const { verifyNginxOriginalUri: prefix } = settings;
    this.originalRouteOf = prefix === undefined ? undefined : declaredRouteReader(prefix);
  }

  nginx(request: IncomingMessage, route: ServiceRoute): Answer {
    const isTrusted = this.trustedPeers.includes(peerOf(request));
    const declared = isTrusted ? request.headers['x-original-method'] : undefined;
    const methodIsDeclared = declared !== undefined;
    const method = declared ?? request.method;
    if (!isMethod(method)) return { refusal: malformedDeclaration('X-Original-Method') };
    if (!methodIsDeclared) {
      this.withoutMethod();
      if (this.settings.verifyWithoutMethod === 'deny') return { refusal: methodNotDeclared };
    }
    if (!this.originalRouteOf)
      return { method, methodIsDeclared, bodyIsVisible: false, route, routeOf: this.publicRouteOf };
    if (!isTrusted) return { refusal: untrustedPeer };
    const target = request.headers['x-original-uri'];
    if (typeof target !== 'string') return { refusal: malformedDeclaration('X-Original-URI') };
    const call = { method, methodIsDeclared, bodyIsVisible: false };
    const original = routed(this.originalRouteOf, target, call);
    // The location in the nginx configuration names the service; the path of another service was sent to the wrong location.
    return 'route' in original && original.route.service !== route.service
      ? { refusal: publishedElsewhere }
      : original;
  }

  declared(request: IncomingMessage, route: FrontEndRoute): Answer {
    if (!this.trustedPeers.includes(peerOf(request))) return { refusal: untrustedPeer };
    return route.kind === 'verify-traefik'
      ? this.traefik(request, route.service)
      : this.envoy(request, route);
  }

  private traefik({ headers }: IncomingMessage, service: string | undefined): Answer {
    const method = headers['x-forwarded-method'];
    if (!isMethod(method)) return { refusal: malformedDeclaration('X-Forwarded-Method') };
    const host = hostnameOf(headers['x-forwarded-host']);
    if (host === undefined) return { refusal: malformedDeclaration('X-Forwarded-Host') };
    const target = headers['x-forwarded-uri'];
    if (typeof target !== 'string') return { refusal: malformedDeclaration('X-Forwarded-Uri') };
    const call = { method, methodIsDeclared: true, bodyIsVisible: false };
    if (service !== undefined) {
      // The whole host belongs to the service, and the settings do not contain it.
      return { ...routed((path) => declaredPathOf(service, path), target, call), routeOf: undefined };
    }
    return host === this.publicHost
      ? routed(this.publicRouteOf, target, call)
      : { refusal: publishedElsewhere };
  }

  private envoy({ headers, method, rawHeaders }: IncomingMessage, { target }: { target: string }): Answer {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    const host = hosts.length === 1 ? hostnameOf(headers.host) : undefined;
    if (host === undefined) return { refusal: malformedDeclaration('Host') };
    if (!isMethod(method)) return { refusal: malformedDeclaration('the method') };
    if (host !== this.publicHost) return { refusal: publishedElsewhere };
    // Without its type a body cannot be interpreted; unless Envoy declares it complete, it may be truncated.
    const bodyIsVisible =
      headers['x-envoy-auth-partial-body'] === 'false' && headers['content-type'] !== undefined;
    return routed(this.publicRouteOf, target, { method, methodIsDeclared: true, bodyIsVisible });
  }
}

function routed(
  routeOf: PublicRouteReader,
  target: string,
  call: Omit<DeclaredRequest, 'route' | 'routeOf'>,
): Answer {
  const route = routeOf(target);
  if (route === 'elsewhere') return { refusal: publishedElsewhere };
  return typeof route === 'string' ? { refusal: malformedPath(route) } : { ...call, route, routeOf };
}

/** Repeated headers are joined with a comma at this point and count as absent. */
function isMethod(value: unknown): value is string {
  return typeof value === 'string' && METHOD.test(value);
}

function hostnameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? HOST.exec(value)?.[1]?.toLowerCase() : undefined;
}
