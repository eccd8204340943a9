import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient, type RequestOptions } from './api-client';
import { asProblem } from './problem';

export type ExternalIdentity = Schema<'ExternalIdentityDto'>;

/** Identities at providers with which a user can sign in. Reference: identity-providers#identities */
@Injectable({ providedIn: 'root' })
export class IdentitiesApi {
  private readonly api = inject(ApiClient);

  async list(user_name: string): Promise<readonly ExternalIdentity[]> {
    return (await this.api.get('/users/{user_name}/identities', { path: { user_name } })).identities;
  }

  /** All ways in which the user can sign in. Sends no one to sign in again: it is read in the background. */
  methods(user_name: string): Promise<Schema<'ExternalIdentitiesReply'>> {
    return this.api.get('/users/{user_name}/identities', { path: { user_name }, unauthorized: 'problem' });
  }

  /**
   * Begins to link an identity with one's own account. Returns the address at the provider where the browser has to
   * continue; it returns to `came_from`, a path below `SVC_URL`. OpenID 2.0 needs the name or identifier of the user at
   * the provider.
   */
  async link(
    user_name: string,
    { provider_name, came_from, external_user_name }: Schema<'LinkIdentityDto'>,
  ): Promise<string> {
    const body = {
      provider_name,
      came_from,
      ...(external_user_name === undefined ? {} : { external_user_name }),
    };
    const send = async (unauthorized: RequestOptions['unauthorized']) =>
      (await this.api.post('/users/{user_name}/identities', { path: { user_name }, body, unauthorized }))
        .location;
    try {
      return await send('problem');
    } catch (thrown) {
      // A 401 is also the answer to a name that the provider does not accept.
      if (asProblem(thrown).code !== 'authentication_required') throw thrown;
      return send('sign-in-again');
    }
  }

  async unlink(user_name: string, identity_id: number): Promise<void> {
    await this.api.delete('/users/{user_name}/identities/{identity_id}', {
      path: { user_name, identity_id },
    });
  }
}
