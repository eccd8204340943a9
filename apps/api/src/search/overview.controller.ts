import { Controller, Get, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { DeletionProgress, logSize } from '@gatehouse/audit';
import { OverviewRepository } from '@gatehouse/directory';
import { OverviewDto } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { FairScheduler } from '@gatehouse/scheduling';
import { toAuditEntry } from '../audit/audit.mapper';
import { CurrentSnapshot } from '../snapshot/current-snapshot';

/** Reference: console-api#overview. */
@Controller('overview')
export class OverviewController {
  constructor(
    @Inject(OverviewRepository) private readonly repository: OverviewRepository,
    @Inject(DeletionProgress) private readonly deletions: DeletionProgress,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  @Endpoint(Get(), {
    name: 'get_overview',
    summary:
      'Count users, groups, services, resources and permissions, and what needs attention; the size of the log and the progress of large deletions',
    access: 'administrator',
    growth: { boundedBy: 'the ten oldest deletions that go on' },
    success: { status: 200, detail: 'Overview found.', body: OverviewDto },
  })
  async overview(
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<OverviewDto> {
    const stored = await this.repository.counts();
    const running = await this.deletions.running();
    const { bytes, bytesOfLast30Days } = await logSize(this.dataSource);
    return {
      ...(await this.scheduler.run(scope.address, access.views.counts())),
      ...stored,
      log_bytes: bytes,
      log_growth_bytes: bytesOfLast30Days,
      deletions: running.map(({ entry, rowsLeft, hasMore }) => ({
        entry: toAuditEntry(entry),
        rows_left: rowsLeft,
        has_more: hasMore,
      })),
    };
  }
}
