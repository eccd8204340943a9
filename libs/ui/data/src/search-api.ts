import { inject, Injectable } from '@angular/core';
import type { SearchReplyDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

export type SearchKind = 'user' | 'group' | 'service' | 'resource';

/** Finds users, groups, services and resources by name, path, email or identifier. For administrators. */
@Injectable({ providedIn: 'root' })
export class SearchApi {
  private readonly api = inject(ApiClient);

  /** `limit` is per kind; services and resources are of all services, or of the one named `service_name`. */
  find(q: string, kinds: readonly SearchKind[], limit = 20, service_name?: string): Promise<SearchReplyDto> {
    return this.api.get('/search', { query: { q, kinds: kinds.join(','), limit, service_name } });
  }
}
