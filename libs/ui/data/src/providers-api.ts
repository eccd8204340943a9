import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type ProviderSummary = Schema<'IdentityProviderSummaryDto'>;
export type IdentityProvider = Schema<'IdentityProviderDto'>;
export type IssuerDiscovery = Schema<'IssuerDiscoveryReply'>;
export type ProviderDefinition = Schema<'IdentityProviderDefinition'>;

/** External identity providers. Reference: identity-providers#administration */
@Injectable({ providedIn: 'root' })
export class ProvidersApi {
  private readonly api = inject(ApiClient);

  /** Their public data. */
  async list(): Promise<readonly ProviderSummary[]> {
    return (await this.api.get('/providers')).identity_providers;
  }

  async get(provider_name: string): Promise<IdentityProvider> {
    return (await this.api.get('/providers/{provider_name}', { path: { provider_name } })).provider;
  }

  /** Their definitions, for administrators. */
  async all(): Promise<readonly IdentityProvider[]> {
    const names = (await this.list()).map(({ provider_name }) => provider_name);
    return Promise.all(names.map((name) => this.get(name)));
  }

  /** Whether users could sign in with an issuer now. */
  discover(issuer: string): Promise<IssuerDiscovery> {
    return this.api.post('/discovery', { body: { issuer } });
  }

  async create(definition: ProviderDefinition, client_secret: string | undefined): Promise<void> {
    await this.api.post('/providers', {
      body: { definition, ...(client_secret === undefined ? {} : { client_secret }) },
    });
  }

  async change(
    provider_name: string,
    definition: ProviderDefinition,
    client_secret: string | undefined,
    ifMatch?: number,
  ): Promise<void> {
    await this.api.patch('/providers/{provider_name}', {
      path: { provider_name },
      ifMatch,
      body: { definition, ...(client_secret === undefined ? {} : { client_secret }) },
    });
  }

  async delete(provider_name: string): Promise<void> {
    await this.api.delete('/providers/{provider_name}', { path: { provider_name } });
  }
}
