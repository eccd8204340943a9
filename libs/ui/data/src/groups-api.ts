import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** The groups of the deployment. For administrators. */
@Injectable({ providedIn: 'root' })
export class GroupsApi {
  private readonly api = inject(ApiClient);

  /** Names of all groups, sorted. */
  async names(): Promise<readonly string[]> {
    return (await this.api.get('/groups')).group_names;
  }
}
