import { inject, Injectable } from '@angular/core';
import type { ListedServiceDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/**
 * The users of the deployment and what each of them holds.
 *
 * One's own account is asked for by its name rather than by the keyword for whoever is signed in: without a session the
 * keyword answers for the anonymous user (Reference: http#keyword-of-the-signed-in-user), whose rights would then be shown as one's own.
 */
@Injectable({ providedIn: 'root' })
export class UsersApi {
  private readonly api = inject(ApiClient);

  /** Names of all users, sorted. For administrators. */
  async names(): Promise<readonly string[]> {
    return (await this.api.get('/users')).user_names ?? [];
  }

  /** Names of the groups a user is an active member of, sorted. */
  async groupsOf(userName: string): Promise<readonly string[]> {
    const path = { user_name: userName };
    return (await this.api.get('/users/{user_name}/groups', { path })).group_names;
  }

  /**
   * The services on which rules say something about a user, each permission with the one rule that counts of the user's own
   * and those of their groups; where rules stand only below the service, it comes without permissions. Reference: permissions#listings
   */
  async servicesOf(userName: string): Promise<readonly ListedServiceDto[]> {
    const path = { user_name: userName };
    const query = { cascade: true, resolve: true, flatten: true };
    const { services } = await this.api.get('/users/{user_name}/services', { path, query });
    // Only a request without `flatten` is answered with services by type.
    return services as readonly ListedServiceDto[];
  }
}
