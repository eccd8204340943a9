import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { SEARCH_KINDS } from '@gatehouse/directory';
import { SearchQuery, SearchReplyDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import { InMemoryState } from '../snapshot/in-memory-state';
import { CurrentSnapshot } from '../snapshot/current-snapshot';
import { SearchService } from './search.service';

const DEFAULT_LIMIT = 10;

/** Reference: console-api#search. */
@Controller('search')
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly state: InMemoryState,
  ) {}

  @Endpoint(Get(), {
    name: 'search',
    summary: 'Find users, groups, services and resources by a part of their names',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Search completed.', body: SearchReplyDto },
    errors: ['service_not_found'],
  })
  async find(
    @Query() { q, kinds, service_name: name, limit = DEFAULT_LIMIT }: SearchQuery,
    // Read so that the search sees what is committed.
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<SearchReplyDto> {
    const service = name === undefined ? undefined : access.serviceByName(name);
    if (name !== undefined && !service)
      throw problem('service_not_found', {}, notFoundParam('service_name', name));
    const wanted = kinds?.split(',');
    return this.search.find(
      q.trim(),
      SEARCH_KINDS.filter((kind) => wanted?.includes(kind) ?? true),
      { limit, serviceId: service?.resourceId },
      this.state.records(),
    );
  }
}
