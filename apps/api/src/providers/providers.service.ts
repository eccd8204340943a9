import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@gatehouse/http';
import { type Problem, listText, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** Authentication providers: the internal one, and later external ones. Reference: sessions#provider-sign-in. */
@Injectable()
export class ProvidersService {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Display names, sorted. Providers that are not configured are not listed. */
  names(): { internal: string[]; external: string[] } {
    return { internal: [this.settings.defaultProvider], external: [] };
  }

  /** Whether a name is that of the internal provider or one of its aliases, case-insensitively. */
  isInternal(name: string): boolean {
    const { defaultProvider, defaultProviderAliases } = this.settings;
    return [defaultProvider, ...defaultProviderAliases].some(
      (one) => one.toLowerCase() === name.toLowerCase(),
    );
  }

  /** Reference: sessions#sign-in. */
  refuseUnknown(name: string): void {
    if (this.isInternal(name)) return;
    const { internal, external } = this.names();
    const providers = [...internal, ...external];
    throw problem(
      'provider_not_found',
      {},
      {
        param: {
          name: 'provider_name',
          value: name,
          compare: listText(providers),
          conditions: { is_in: false },
        },
        extras: { provider_name: name, providers },
      },
    );
  }

  /**
   * Sign-in with a token that a provider has issued. The internal provider issues no tokens, so a well-formed token is
   * refused like any invalid credential. Reference: sessions#provider-sign-in.
   */
  signInWithToken(provider: string, authorization: string | undefined, homepage: string | undefined): never {
    this.refuseUnknown(provider);
    this.refuseForeignHomepage(homepage);
    if (!/^Bearer [A-Za-z0-9._~+/-]+=*$/i.test(authorization ?? '')) throw malformed(authorization);
    throw problem('provider_token_rejected');
  }

  private refuseForeignHomepage(homepage: string | undefined): void {
    if (homepage === undefined) return;
    const base = new URL(`${this.settings.publicUrl}/`);
    const isOurs = URL.canParse(homepage, base.href) && new URL(homepage, base).origin === base.origin;
    // Browsers treat a backslash as a slash; intermediaries may not.
    if (!isOurs || /[\\\p{Cc}]/u.test(homepage)) throw problem('homepage_not_allowed');
  }
}

function malformed(authorization: string | undefined): Problem {
  const code = authorization === undefined ? 'provider_token_missing' : 'provider_token_malformed';
  return problem(code, {}, { extras: { reason: problem(code).detail } });
}
