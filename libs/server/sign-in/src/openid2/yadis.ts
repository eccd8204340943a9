import { IdentityRejected } from '../identity-provider';
import type { ProviderHttp } from '../provider-http';
import { type OpenIdService, servicesIn } from './xrds';

const XRDS_TYPE = 'application/xrds+xml';
/** Most requests of one discovery, redirects included. */
const MAX_REQUESTS = 4;

/** What an identifier leads to. */
export interface Discovered {
  /** The identifier after redirects, without a fragment. */
  readonly claimedId: string;
  /** The preferred service first; at least one. */
  readonly services: readonly OpenIdService[];
}

/**
 * Discovers the services of an identifier by the Yadis protocol: its URL, or the one that the reply names in
 * `X-XRDS-Location`, answers with an XRDS document. Each redirect is a separate request, which the guard for outgoing
 * requests checks. HTML documents are not searched.
 */
export class Yadis {
  constructor(private readonly http: ProviderHttp) {}

  /** Throws {@link IdentityRejected}, or `ProviderUnavailable`. */
  async discover(identifier: string): Promise<Discovered> {
    let claimedId = withoutFragment(identifier);
    let url = claimedId;
    let isDocument = false;
    for (let count = 0; count < MAX_REQUESTS; count++) {
      const { status, headers, body } = await this.http.send({ url, headers: { accept: XRDS_TYPE } });
      const target = status >= 300 && status < 400 ? headers['location'] : undefined;
      if (target !== undefined) {
        url = next(url, target);
        if (!isDocument) claimedId = withoutFragment(url);
        continue;
      }
      if (status !== 200) throw unusable(`status ${status}`);
      if (isDocument || mediaTypeOf(headers['content-type']) === XRDS_TYPE) {
        return { claimedId, services: usableServices(claimedId, body) };
      }
      const location = headers['x-xrds-location'];
      if (location === undefined) throw unusable('no XRDS document');
      url = next(url, location);
      isDocument = true;
    }
    throw unusable('too many redirects');
  }
}

export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

function usableServices(claimedId: string, document: string): readonly OpenIdService[] {
  const services = servicesIn(document)?.filter(({ endpoint }) => isEndpoint(endpoint, claimedId));
  if (!services) throw unusable('the XRDS document cannot be read');
  if (services.length === 0) throw unusable('no OpenID 2.0 service');
  return services;
}

/** An address that a reply leads to. One with https leads to no other without it. */
function next(from: string, to: string): string {
  if (!URL.canParse(to, from)) throw unusable('it leads to what is no URL');
  const { href, protocol } = new URL(to, from);
  if (from.startsWith('https:') && protocol !== 'https:') throw unusable('it leads to a URL without https');
  return href;
}

/** Browsers are redirected to it, so that the scheme matters. */
function isEndpoint(text: string, identifier: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && identifier.startsWith('http:'));
  return isSecure && username === '' && password === '' && hash === '' && text.length <= 2_048;
}

function mediaTypeOf(contentType = ''): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function unusable(detail: string): IdentityRejected {
  return new IdentityRejected('identifier_unusable', detail);
}
