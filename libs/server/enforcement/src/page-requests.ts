import type { ProxySettings } from '@gatehouse/settings';
import type { AuthorizationResult } from './authorization';
import { CrossSite } from './cross-site';
import { ServicePages } from './service-pages';

/** The checks of what pages make browsers request, after the decision. */
export class PageRequests {
  private readonly crossSite: CrossSite;
  private readonly pages: ServicePages;

  constructor(settings: Pick<ProxySettings, 'publicUrl' | 'proxyPublicUrl' | 'proxyCorsOrigins'>) {
    this.crossSite = new CrossSite(settings);
    this.pages = new ServicePages(settings);
  }

  review(request: Parameters<CrossSite['review']>[0], result: AuthorizationResult): AuthorizationResult {
    return this.crossSite.review(request, this.pages.review(request, result));
  }
}
