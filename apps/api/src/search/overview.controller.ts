import { Controller, Get, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { DeletionProgress, logSize } from '@gatehouse/audit';
import { OverviewRepository } from '@gatehouse/directory';
import { OverviewDto } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { FairScheduler } from '@gatehouse/scheduling';
import { type ServiceAttention, Synchronization } from '@gatehouse/sync';
import { toAuditEntry } from '../audit/audit.mapper';
import { CurrentSnapshot } from '../snapshot/current-snapshot';

/** Services that are named, whatever the number of those that need attention. */
const MAX_NAMED = 20;

/** Reference: console-api#overview. */
@Controller('overview')
export class OverviewController {
  constructor(
    @Inject(OverviewRepository) private readonly repository: OverviewRepository,
    @Inject(DeletionProgress) private readonly deletions: DeletionProgress,
    @Inject(Synchronization) private readonly synchronization: Synchronization,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  @Endpoint(Get(), {
    name: 'get_overview',
    summary:
      'Count users, groups, services, resources and permissions, and what needs attention; the size of the log and the progress of large deletions',
    access: 'administrator',
    growth: { boundedBy: 'the ten oldest deletions that go on, and twenty services' },
    success: { status: 200, detail: 'Overview found.', body: OverviewDto },
  })
  async overview(
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<OverviewDto> {
    const stored = await this.repository.counts();
    const attention = await this.synchronization.attention();
    const running = await this.deletions.running();
    const { bytes, bytesOfLast30Days } = await logSize(this.dataSource);
    return {
      ...(await this.scheduler.run(scope.address, access.views.counts())),
      ...stored,
      ...toAttention(attention),
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

function toAttention(
  found: readonly ServiceAttention[],
): Pick<
  OverviewDto,
  | 'services_out_of_sync'
  | 'services_with_failed_synchronization'
  | 'services_with_suggestions'
  | 'synchronization_attention'
> {
  return {
    services_out_of_sync: found.filter(({ isOutOfSync }) => isOutOfSync).length,
    services_with_failed_synchronization: found.filter(({ hasFailed }) => hasFailed).length,
    services_with_suggestions: found.filter(({ hasSuggestions }) => hasSuggestions).length,
    synchronization_attention: found
      .slice(0, MAX_NAMED)
      .map(({ serviceName, isOutOfSync, hasFailed, hasSuggestions }) => ({
        service_name: serviceName,
        out_of_sync: isOutOfSync,
        failed: hasFailed,
        suggestions: hasSuggestions,
      })),
  };
}
