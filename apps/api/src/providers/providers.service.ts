import { Inject, Injectable } from '@nestjs/common';
import type { IdentityProviderSummaryDto } from '@gatehouse/dto';
import { SETTINGS } from '@gatehouse/http';
import { type Problem, listText, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { type ListedProvider, ProviderRegistry, type RegisteredProvider } from '@gatehouse/sign-in';

export interface ProviderNames {
  readonly internal: string[];
  readonly external: string[];
}

/** Identity providers by name: the internal one, and external ones. Reference: sessions#provider-sign-in. */
@Injectable()
export class ProvidersService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(ProviderRegistry) private readonly registry: ProviderRegistry,
  ) {}

  /** Display names, sorted. Providers that are not configured are not listed. */
  async names(): Promise<ProviderNames> {
    const external = (await this.registry.list()).map(shownName).sort();
    return { internal: [this.settings.defaultProvider], external };
  }

  /** What a sign-in form shows of the external providers. */
  async summaries(): Promise<IdentityProviderSummaryDto[]> {
    return (await this.registry.list()).map(({ definition: { name, displayName, kind } }) => ({
      provider_name: name,
      display_name: displayName,
      protocol: kind,
      sign_in_url: `${this.settings.publicUrl}/providers/${name}/signin`,
    }));
  }

  /** Whether a name is that of the internal provider or one of its aliases, case-insensitively. */
  isInternal(name: string): boolean {
    const { defaultProvider, defaultProviderAliases } = this.settings;
    return [defaultProvider, ...defaultProviderAliases].some(
      (one) => one.toLowerCase() === name.toLowerCase(),
    );
  }

  /** Names are compared ignoring case. Throws `provider_not_found`. Reference: sessions#sign-in. */
  async find(name: string): Promise<RegisteredProvider | 'internal'> {
    if (this.isInternal(name)) return 'internal';
    const found = await this.registry.find(name);
    if (!found) throw await this.notFound(name);
    return found;
  }

  /** The same with the provider of network tokens, which is not listed and signs in only with tokens. */
  async findForTokens(name: string): Promise<RegisteredProvider | 'internal' | 'network'> {
    const { networkEnabled, networkProvider } = this.settings;
    const isNetwork = networkEnabled && name.toLowerCase() === networkProvider.toLowerCase();
    return isNetwork ? 'network' : this.find(name);
  }

  private async notFound(name: string): Promise<Problem> {
    const { internal, external } = await this.names();
    const providers = [...internal, ...external];
    return problem(
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
}

/** Clients turn a display name into the name by writing it in lower case; one for which that is wrong is not shown. */
function shownName({ definition: { name, displayName } }: ListedProvider): string {
  return displayName.toLowerCase() === name ? displayName : name;
}
