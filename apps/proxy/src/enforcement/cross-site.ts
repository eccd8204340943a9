import type { IncomingHttpHeaders } from 'node:http';
import { serviceOptions } from '@gatehouse/proxy-options';
import type { ProxySettings } from '@gatehouse/settings';
import type { AuthorizationResult, AuthorizationRequest } from './authorizer';
import { crossSiteRequest } from './refusal';

/** What is looked at of a authzRequest. */
type AskedFor = Pick<AuthorizationRequest, 'method' | 'methodIsDeclared'> & {
  readonly request: { readonly headers: IncomingHttpHeaders };
  readonly route: Pick<AuthorizationRequest['route'], 'kind'>;
};

/**
 * Refuses what pages of other origins ask for with the cookie of a session: requests that change state, WebSockets, which no
 * CORS rule of browsers holds back, and executing GETs. Spec: decisions 24.
 */
export class CrossSite {
  private readonly own: ReadonlySet<string>;

  constructor({
    proxyPublicUrl,
    proxyCorsOrigins,
  }: Pick<ProxySettings, 'proxyPublicUrl' | 'proxyCorsOrigins'>) {
    // `*` lets pages of any origin call without cookies, and there is nothing to be checked then.
    const listed = proxyCorsOrigins.filter((origin) => origin !== '*');
    this.own = new Set([new URL(proxyPublicUrl).origin, ...listed]);
  }

  /** The result of a request, refused where a page of a foreign origin has sent it with our cookie. */
  review(authzRequest: AskedFor, result: AuthorizationResult, upgrades: boolean): AuthorizationResult {
    const { request, route, method, methodIsDeclared } = authzRequest;
    const { refusal, service, identity, executes = false } = result;
    // Browsers add no other credentials by themselves.
    if (refusal || identity?.kind !== 'session' || identity.credentials !== 'cookie') return result;
    // Without a declared method nobody knows what a front end asks about.
    if (route.kind === 'verify' && !methodIsDeclared) return result;
    const { headers } = request;
    // A front end hands no `Upgrade` on to where it asks, but the rest of the handshake, which no page can set.
    const isSafe = (method === 'GET' || method === 'HEAD') && !upgrades && !headers['sec-websocket-key'];
    if (isSafe && !executes) return result;
    const { trustedOrigins } = serviceOptions(service?.proxy);
    const isOwn = (origin: string) => this.own.has(origin) || trustedOrigins.has(origin);
    if (!comesFromElsewhere(headers, isOwn)) return result;
    // What was found out about permissions is no reason of this refusal.
    return { ...result, refusal: crossSiteRequest, reason: undefined };
  }
}

/**
 * Whether a browser says that a page of another origin has sent a request. `Origin` decides where it is there: several of
 * them and what is no origin are foreign, `null` as well unless `Sec-Fetch-Site` says that the page is of the same origin. `Sec-Fetch-Site` stands in for it, as with navigations; a request with
 * neither is no browser's.
 */
function comesFromElsewhere(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  isOwn: (origin: string) => boolean,
): boolean {
  // Pages whose policy is to send no referrer send `null` to their own origin, too.
  if (origin !== undefined) return !isOwn(origin) && !(origin === 'null' && site === 'same-origin');
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
