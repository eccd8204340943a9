import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceView } from '@gatehouse/access-engine';
import { PAGE_POLICY, serviceOptions } from '@gatehouse/proxy-options';
import { type ProxySettings, areOriginsSeparate } from '@gatehouse/settings';
import type { AuthorizationResult } from './authorization';
import { serviceWorkerRefused } from './refusals';

/**
 * Restricts the pages of services where they have the origin of the API: otherwise a page of a service could do everything that
 * its user can do in Gatehouse. Where the origins differ, browsers separate them. Reference: enforcement#pages.
 */
export class ServicePages {
  private readonly areSeparate: boolean;

  constructor(settings: Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl'>) {
    this.areSeparate = areOriginsSeparate(settings);
  }

  /** `Content-Security-Policy` of replies of a service that may be pages; undefined: they are not restricted. */
  policyOf(service: ServiceView | undefined): string | undefined {
    if (this.areSeparate || serviceOptions(service?.proxy).pages === 'trusted') return undefined;
    return PAGE_POLICY;
  }

  /**
   * The result of a request, refused if a browser would register the reply as a service worker. Pages cannot prevent browsers
   * from sending the header.
   */
  review(
    { request }: { readonly request: { readonly headers: IncomingHttpHeaders } },
    result: AuthorizationResult,
  ): AuthorizationResult {
    if (request.headers['service-worker'] === undefined || result.refusal) return result;
    if (this.policyOf(result.service) === undefined) return result;
    // The engine's reason does not explain this refusal.
    return { ...result, refusal: serviceWorkerRefused, reason: undefined };
  }
}
