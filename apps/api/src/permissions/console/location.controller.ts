import { Controller, Get, Inject } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { LocatedResource } from '@gatehouse/directory';
import { LocationDto } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import { Target } from '../../targets/path-targets';
import { InMemoryState } from '../../snapshot/in-memory-state';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { toLocation } from './matrix.mapper';

/** Where a resource is among the rows of a matrix. Reference: console-api#location. */
@Controller('resources/:resource_id/location')
export class LocationController {
  constructor(
    private readonly state: InMemoryState,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {}

  @Endpoint(Get(), {
    name: 'locate_resource',
    summary: 'Find the position of a resource in the tree of its service',
    access: 'administrator',
    growth: { boundedBy: 'the levels of a tree, 257 at most' },
    success: { status: 200, detail: 'Resource located.', body: LocationDto },
  })
  async locate(
    @Target('resource_id') resource: LocatedResource,
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<LocationDto> {
    const location = await this.scheduler.run(scope.address, access.views.location(resource.id));
    // Deleted since it was found.
    if (!location) throw problem('resource_not_found', {}, notFoundParam('resource_id', resource.id));
    return toLocation(location, resource.service.name, this.state.records());
  }
}
