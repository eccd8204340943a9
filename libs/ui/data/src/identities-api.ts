import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';
import type { Schema } from './api-types';

export type ExternalIdentity = Schema<'ExternalIdentityDto'>;

/** Identities at providers with which a user can sign in. Reference: providers#identities */
@Injectable({ providedIn: 'root' })
export class IdentitiesApi {
  private readonly api = inject(ApiClient);

  async list(user_name: string): Promise<readonly ExternalIdentity[]> {
    return (await this.api.get('/users/{user_name}/identities', { path: { user_name } })).identities;
  }

  /**
   * Begins to link an identity with one's own account. Returns the address at the provider where the browser has to continue; it comes
   * back to `came_from`, a path below `SVC_URL`.
   */
  async link(user_name: string, provider_name: string, came_from: string): Promise<string> {
    const body = { provider_name, came_from };
    return (await this.api.post('/users/{user_name}/identities', { path: { user_name }, body })).location;
  }

  async unlink(user_name: string, identity_id: number): Promise<void> {
    await this.api.delete('/users/{user_name}/identities/{identity_id}', {
      path: { user_name, identity_id },
    });
  }
}
