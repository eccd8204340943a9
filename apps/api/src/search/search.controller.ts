import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { SEARCH_KINDS } from '@gatehouse/directory';
import { SearchQuery, SearchReplyDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { KnownState } from '../access/known-state';
import { CurrentAccess } from '../access/newest-access';
import { SearchService } from './search.service';

const DEFAULT_LIMIT = 10;

/** Reference: console-api#search. */
@Controller('search')
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly state: KnownState,
  ) {}

  @Endpoint(Get(), {
    name: 'search',
    summary: 'Find users, groups, services and resources by a part of their names',
    access: 'administrator',
    success: { status: 200, detail: 'Search completed.', body: SearchReplyDto },
  })
  find(
    @Query() { q, kinds, limit = DEFAULT_LIMIT }: SearchQuery,
    // Read so that the search sees what is committed.
    @CurrentAccess() _access: AccessSnapshot,
  ): Promise<SearchReplyDto> {
    const wanted = kinds?.split(',');
    return this.search.find(
      q.trim(),
      SEARCH_KINDS.filter((kind) => wanted?.includes(kind) ?? true),
      limit,
      this.state.records(),
    );
  }
}
