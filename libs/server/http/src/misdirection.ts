import type { Request } from 'express';
import { type ProxySettings, areOriginsSeparate } from '@gatehouse/settings';
import { type TrustedPeers, peerOf } from '@gatehouse/wire';

type AddressSettings = Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl'>;

/** Scheme and authority of a target in absolute form. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Finds requests that were meant for the pages of services: the origin of services differs from that of the API, and the
 * request names it. A page of a service could otherwise use the API as a page of its own origin, if a front end sends the
 * requests for both to the API. Reference: deployment#origins.
 */
export class Misdirection {
  private readonly own: URL;
  /** Undefined where the pages of services share the origin of the API. */
  private readonly services: URL | undefined;

  constructor(
    settings: AddressSettings,
    private readonly peers: Pick<TrustedPeers, 'includes'>,
  ) {
    this.own = new URL(settings.publicUrl);
    this.services = areOriginsSeparate(settings) ? new URL(settings.proxyPublicUrl) : undefined;
  }

  /** Whether a request names the origin of services and not that of the API; also through a trusted front end. */
  includes(request: Request): boolean {
    if (!this.services) return false;
    if (this.namesServices(authorityOf(request))) return true;
    return forwardedHosts(request, this.peers).some((host) => this.namesServices(host));
  }

  private namesServices(authority: string | undefined): boolean {
    if (!this.services || authority === undefined || authority === this.own.host) return false;
    return isAuthorityOf(this.services, authority) && !isAuthorityOf(this.own, authority);
  }
}

/** RFC 9112, 3.2.2: the authority of a target in absolute form replaces that of `Host`. */
function authorityOf({ originalUrl, headers }: Request): string | undefined {
  return ABSOLUTE.exec(originalUrl)?.[1] ?? headers.host;
}

/** The hosts that trusted front ends state in `X-Forwarded-Host`; none of other peers. */
export function forwardedHosts(request: Request, peers: Pick<TrustedPeers, 'includes'>): readonly string[] {
  const stated = request.headers['x-forwarded-host'];
  if (stated === undefined || !peers.includes(peerOf(request))) return [];
  return String(stated)
    .split(',')
    .map((host) => host.trim());
}

/**
 * Whether an authority is that of a URL: in any case, with a trailing dot or without, and with the default port of its scheme
 * or without. A front end may serve http beside https, so that the default port of either can be left out.
 */
export function isAuthorityOf({ protocol, host }: URL, authority: string): boolean {
  const expected = withoutDot(host);
  if (spelled(protocol, authority) === expected) return true;
  const other = protocol === 'https:' ? 'http:' : 'https:';
  return !/:\d+$/.test(host) && spelled(other, authority) === expected;
}

/** The authority as URLs spell it; undefined if it is none. */
function spelled(protocol: string, authority: string): string | undefined {
  const url = `${protocol}//${authority}`;
  return URL.canParse(url) ? withoutDot(new URL(url).host) : undefined;
}

function withoutDot(host: string): string {
  return host.replace(/\.(?=:\d+$|$)/, '');
}
