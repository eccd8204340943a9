import { Controller, Get, Inject } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { OverviewRepository } from '@gatehouse/directory';
import { OverviewDto } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { FairScheduler } from '@gatehouse/wire';
import { CurrentSnapshot } from '../snapshot/current-snapshot';

/** Reference: console-api#overview. */
@Controller('overview')
export class OverviewController {
  constructor(
    @Inject(OverviewRepository) private readonly repository: OverviewRepository,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {}

  @Endpoint(Get(), {
    name: 'get_overview',
    summary: 'Count users, groups, services, resources and permissions, and what needs attention',
    access: 'administrator',
    success: { status: 200, detail: 'Overview found.', body: OverviewDto },
  })
  async overview(
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<OverviewDto> {
    const stored = await this.repository.counts();
    return { ...(await this.scheduler.run(scope.address, access.views.counts())), ...stored };
  }
}
