import type { IncomingHttpHeaders } from 'node:http';
import { serviceOptions } from '@gatehouse/proxy-options';
import type { ProxySettings } from '@gatehouse/settings';
import { comesFromAnotherOrigin, normalPath } from '@gatehouse/wire';
import type { AuthorizationRequest, AuthorizationResult } from './authorization';
import { crossSiteRequest } from './refusals';

/** Credentials that browsers add to requests of any page: cookies, and passwords that were entered in their dialog. */
const ADDED_BY_BROWSERS: ReadonlySet<string> = new Set(['cookie', 'basic']);

/** The parts of a request that are checked. */
type ReviewedRequest = Pick<AuthorizationRequest, 'method' | 'methodIsDeclared' | 'upgrades'> & {
  readonly request: { readonly headers: IncomingHttpHeaders };
  readonly route: Pick<AuthorizationRequest['route'], 'kind'>;
};

/**
 * Refuses requests that pages of other origins send with the session cookie, or that the sign-in page leads to: those that
 * change state, WebSockets, to which browsers apply no CORS rule, and GETs that make the service execute something.
 * Reference: sessions#cross-site-requests.
 */
export class CrossSite {
  private readonly own: ReadonlySet<string>;
  private readonly signInPage: string;

  constructor({
    publicUrl,
    proxyPublicUrl,
    proxyCorsOrigins,
  }: Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl' | 'proxyCorsOrigins'>) {
    // `*` allows pages of any origin to send requests without cookies, which need no check.
    const listed = proxyCorsOrigins.filter((origin) => origin !== '*');
    this.own = new Set([new URL(proxyPublicUrl).origin, ...listed]);
    this.signInPage = normalPath(new URL(`${publicUrl}/ui/login`).pathname);
  }

  /** The result of a request, refused if a page of a foreign origin sent it with the session cookie. */
  review(reviewed: ReviewedRequest, result: AuthorizationResult): AuthorizationResult {
    const { request, route, method, methodIsDeclared, upgrades } = reviewed;
    const { refusal, service, caller, executes = false } = result;
    // Browsers add no other credentials automatically.
    const isAdded = caller?.kind === 'session' && ADDED_BY_BROWSERS.has(caller.credentials);
    if (refusal || !isAdded) return result;
    // Without a declared method, the effect of a front end's request is unknown.
    if (route.kind === 'verify' && !methodIsDeclared) return result;
    const { headers } = request;
    // A front end forwards the handshake in its call without `Upgrade`; no page can set the other headers of it.
    const isSafe = (method === 'GET' || method === 'HEAD') && !upgrades && !headers['sec-websocket-key'];
    if (isSafe && !executes) return result;
    const { trustedOrigins } = serviceOptions(service?.proxy);
    const isOwn = (origin: string) => this.own.has(origin) || trustedOrigins.has(origin);
    if (!comesFromAnotherOrigin(headers, isOwn) && !this.comesFromSignInPage(headers)) return result;
    // The engine's reason does not explain this refusal.
    return { ...result, refusal: crossSiteRequest, reason: undefined };
  }
  /**
   * Whether the sign-in page has led to the request. Its parameter `return` may be from a link on any page, so that its origin
   * does not show who chose the request. Its path counts in any spelling that a front end may decode, at any name of this host.
   */
  private comesFromSignInPage({ referer }: IncomingHttpHeaders): boolean {
    if (referer === undefined || !URL.canParse(referer)) return false;
    const { protocol, pathname } = new URL(referer);
    if (protocol !== 'https:' && protocol !== 'http:') return false;
    // Front ends resolve dot segments after they have decoded a path.
    const path = new URL(`https://host${normalPath(pathname)}`).pathname;
    return path.replace(/[./]+$/, '') === this.signInPage;
  }
}
