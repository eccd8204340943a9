import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** Errors of a sign-in with a provider that the console has a text for. */
export const PROVIDER_SIGN_IN_ERRORS = [
  'provider_sign_in_refused',
  'provider_unavailable',
  'external_account_missing',
  'external_email_taken',
  'external_identity_exists',
] as const;

export type ProviderSignInError = (typeof PROVIDER_SIGN_IN_ERRORS)[number];

/** Why a sign-in failed, as far as the form may reveal it; the console has a text for each. */
export type SignInError = 'refused' | 'limited' | 'busy' | 'failed' | ProviderSignInError;

/** What the address of the form contains after a failed sign-in: codes and numbers, never text from the request. */
export interface FailedSignIn {
  readonly error: SignInError;
  /** Seconds until the client may retry. */
  readonly retryAfter?: number;
  /** The page to return to after the sign-in. */
  readonly return?: string;
}

/** Parsers drop some of these characters and treat a backslash as a slash; browsers and front ends may differ in which. */
const UNSAFE = /[\\\p{Cc}\s]/u;
/** Front ends that decode these would read another path than the one that was checked. */
const AMBIGUOUS = /%(?:2e|2f|5c|0[0ad])/i;

/**
 * Redirect targets of the sign-in. Addresses are paths that begin with the path of `SVC_URL`: the browser stays on the
 * host for which it has the cookie, under any name; pages of services of a proxy with another origin are whole URLs.
 */
@Injectable()
export class ConsoleAddresses {
  /** Path of `SVC_URL`, with a slash at the end. */
  private readonly root: string;
  private readonly origin: string;

  /** Public address of the proxy, with a slash at the end. */
  private readonly proxy: URL;

  constructor(
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'publicUrl' | 'proxyPublicUrl' | 'uiEnabled'>,
  ) {
    const { pathname, origin } = new URL(settings.publicUrl);
    this.proxy = new URL(`${settings.proxyPublicUrl.replace(/\/$/, '')}/`);
    this.root = pathname.endsWith('/') ? pathname : `${pathname}/`;
    this.origin = origin;
  }

  /** Throws 404 if the console is disabled. */
  requireConsole(): void {
    if (!this.settings.uiEnabled) throw problem('console_disabled');
  }

  /** The first page of the console. */
  get home(): string {
    return `${this.root}ui/`;
  }

  /** The sign-in form with an error code. */
  form({ error, retryAfter, return: wanted }: FailedSignIn): string {
    const query = new URLSearchParams({ error });
    if (retryAfter !== undefined && Number.isFinite(retryAfter)) query.set('retry_after', String(retryAfter));
    if (wanted !== undefined && this.page(wanted) !== undefined) query.set('return', wanted);
    return `${this.home}login?${query}`;
  }

  /**
   * Where to continue after a sign-in: the header `Homepage-Route`, resolved below `SVC_URL`; else the page for which the
   * form was opened; else the console. An address that leads to another host or is not a page is ignored.
   */
  afterSignIn(homepage: string | undefined, wanted: string | undefined): string {
    const below = homepage === undefined ? undefined : this.own(homepage.replace(/^\/+/, ''), this.root);
    return below ?? (wanted === undefined ? undefined : this.page(wanted)) ?? this.home;
  }

  /** The absolute URL of a page that a sign-in form was opened for; undefined if it is not one that may be returned to. */
  pageUrl(wanted: string): string | undefined {
    const page = this.page(wanted);
    return page === undefined ? undefined : new URL(page, this.origin).href;
  }

  /** A URL of our host as a path, as forms have it; others are returned as they are. */
  pathOf(url: string): string {
    const { origin, pathname, search, hash } = new URL(url, this.origin);
    return origin === this.origin ? pathname + search + hash : url;
  }

  /**
   * Where a browser that returns from a provider is redirected to, so that it continues on a page. Pages of services are
   * reached by the sign-in page: anyone can have chosen them by a link, and a redirect from a provider does not tell the
   * proxy that. Reference: sessions#cross-site-requests.
   */
  afterProvider(homepage: string): string {
    if (!this.mayBeOfService(homepage)) return homepage;
    const { publicUrl, uiEnabled } = this.settings;
    if (!uiEnabled) return `${publicUrl}/`;
    const wanted = this.page(this.pathOf(homepage));
    if (wanted === undefined) return `${publicUrl}/ui/`;
    return `${publicUrl}/ui/login?${new URLSearchParams({ continue: '', return: wanted })}`;
  }

  /** Whether a front end could forward a URL to a service. It may decode the path, and then resolve `..` in it. */
  mayBeOfService(url: string): boolean {
    const { origin, pathname } = new URL(url);
    if (origin !== this.proxy.origin) return false;
    const path = decoded(pathname)?.replace(/\/{2,}/g, '/');
    if (path === undefined || AMBIGUOUS.test(pathname)) return true;
    return `${path}/`.startsWith(this.proxy.pathname) && !this.isOwnPath(origin, path);
  }

  /** Whether a path is served by the console or the API: that of a page, or any below `SVC_URL` where the proxy is elsewhere. */
  private isOwnPath(origin: string, path: string): boolean {
    if (origin !== this.origin || !path.startsWith(this.root)) return false;
    return path.startsWith(this.home) || !this.proxy.pathname.startsWith(this.root);
  }

  /**
   * `wanted`, if it is a page of the console, the documentation page of the API, a page of another application on the same
   * origin, or a page of a service: a path below the public address of the proxy, or that whole address where the proxy has
   * another origin.
   */
  private page(wanted: string): string | undefined {
    const ofService = this.ofService(wanted);
    if (ofService !== undefined) return ofService;
    const path = wanted.startsWith('/') ? this.own(wanted, '/') : undefined;
    if (path === undefined) return undefined;
    const pathname = decoded(new URL(path, this.origin).pathname);
    if (pathname === undefined) return undefined;
    if (/^ui\/(?:login|logout|continue)\/?$/.test(pathname.slice(this.root.length))) return undefined;
    const isOurs = pathname.startsWith(this.root);
    if (pathname === `${this.root}api`) return path;
    return !isOurs || pathname.startsWith(this.home) || `${pathname}/` === this.home ? path : undefined;
  }

  private ofService(wanted: string): string | undefined {
    const { origin, pathname: base } = this.proxy;
    if (UNSAFE.test(wanted) || wanted.startsWith('//')) return undefined;
    const isPath = wanted.startsWith('/');
    // At the root of our own origin, everything would be a page of a service.
    if (isPath ? origin !== this.origin || base === '/' : !wanted.startsWith(origin + base)) return undefined;
    if (!URL.canParse(wanted, this.origin)) return undefined;
    const url = new URL(wanted, this.origin);
    const isOwn = url.origin === origin && url.username === '' && url.password === '';
    if (!isOwn || !url.pathname.startsWith(base) || AMBIGUOUS.test(url.pathname)) return undefined;
    return isPath ? url.pathname + url.search + url.hash : url.href;
  }

  /** Path, query and fragment of an address resolved against `base`; undefined if it leaves our origin. */
  private own(address: string, base: string): string | undefined {
    // Parsers drop some of these characters and treat a backslash as a slash; browsers and front ends may differ in which.
    if (/[\\\p{Cc}]/u.test(address) || !URL.canParse(address, this.origin + base)) return undefined;
    const url = new URL(address, this.origin + base);
    const isOwn = url.origin === this.origin && url.username === '' && url.password === '';
    // `/.//host` begins with two slashes once it is resolved, and would then name a host.
    return isOwn && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined;
  }
}

/** The path as front ends and routes interpret it: an escape must not make an operation of the API look like a page. */
function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname).replace(/^\/+/, '/');
  } catch {
    return undefined;
  }
}
