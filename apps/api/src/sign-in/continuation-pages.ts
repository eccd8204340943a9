import { Inject, Injectable } from '@nestjs/common';
import { RequestTester, proxyTarget } from '@gatehouse/enforcement';
import { SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { ConsoleAddresses } from './console-addresses';
import { Homepage } from './homepage';

/** Where a sender asks to continue after a sign-in with a provider. */
export interface WantedPages {
  /** The header `Homepage-Route` or the parameter `came_from`. */
  readonly homepage: string | undefined;
  /** The parameter `return`. */
  readonly return: string | undefined;
  /** What the browser has kept since it began to sign in. */
  readonly kept: string | undefined;
}

/**
 * The pages on which browsers continue after a sign-in. Anyone can have chosen them by a link, so that a page of a service is
 * followed only if the request evaluator recognizes the request and it executes nothing.
 * Reference: sessions#cross-site-requests.
 */
@Injectable()
export class ContinuationPages {
  constructor(
    private readonly addresses: ConsoleAddresses,
    private readonly homepages: Homepage,
    @Inject(RequestTester) private readonly tester: Pick<RequestTester, 'onlyReads'>,
    @Inject(SETTINGS) private readonly settings: Pick<
      Settings,
      'publicUrl' | 'proxyPublicUrl' | 'proxyBasePath'
    >,
  ) {}

  /** The location of a page after a sign-in with a password; the console if none may be followed. */
  async afterSignIn(homepage: string | undefined, wanted: string | undefined): Promise<string> {
    const page = this.addresses.afterSignIn(homepage, wanted);
    return (await this.mayFollow(page)) ? page : this.addresses.home;
  }

  /** The absolute URL of the page to continue on after a sign-in with a provider. Throws `homepage_not_allowed`. */
  async wanted({ homepage, return: wanted, kept }: WantedPages): Promise<string> {
    const page = this.requested(homepage, wanted, kept);
    return page !== undefined && (await this.mayFollow(page)) ? page : this.homepages.default;
  }

  /** The location of a browser that returns from a provider. */
  async afterProvider(homepage: string): Promise<string> {
    return (await this.mayFollow(homepage)) ? this.addresses.afterProvider(homepage) : this.homepages.default;
  }

  /**
   * The header takes precedence over the parameter of the sign-in form, which takes precedence over what was kept; a page that
   * may not be returned to is ignored.
   */
  private requested(
    homepage: string | undefined,
    wanted: string | undefined,
    kept: string | undefined,
  ): string | undefined {
    if (homepage !== undefined && homepage !== '') return this.homepages.of(homepage);
    const page = this.addresses.pageUrl(wanted ?? '');
    return page ?? (kept === undefined ? undefined : this.homepages.ownUrl(kept));
  }

  private async mayFollow(page: string): Promise<boolean> {
    const url = new URL(page, this.settings.publicUrl).href;
    if (!this.addresses.mayBeOfService(url)) return true;
    const target = proxyTarget(url, this.settings);
    return target !== undefined && (await this.tester.onlyReads(target));
  }
}
