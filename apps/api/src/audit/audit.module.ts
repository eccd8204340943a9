import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SnapshotFollower } from '@gatehouse/access';
import { AuditPurge } from '@gatehouse/audit';
import { REFUSALS, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { ProvidersModule } from '../providers/providers.module';
import { AuditController } from './audit.controller';
import { AuditExports } from './audit-exports';
import { AuditFilters } from './audit-filters';
import { AuditJobs } from './audit-jobs';
import { ChangeEvents } from './change-events';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';
import { RevisionTarget } from './revision.target';
import { EventStreams } from './event-streams';
import { RefusedRequests } from './refused-requests';

@Global()
@Module({
  imports: [ProvidersModule],
  controllers: [AuditController, ChangesController],
  providers: [
    AuditExports,
    AuditFilters,
    AuditJobs,
    ChangeEvents,
    ChangesRepository,
    ChangesService,
    RevisionTarget,
    {
      provide: EventStreams,
      inject: [SnapshotFollower],
      useFactory: (follower: SnapshotFollower) => new EventStreams(follower),
    },
    { provide: REFUSALS, useClass: RefusedRequests },
    {
      provide: AuditPurge,
      inject: [getDataSourceToken(), SETTINGS],
      useFactory: (dataSource: DataSource, settings: Settings) =>
        new AuditPurge(dataSource, {
          changes: settings.auditRetention,
          events: settings.auditEventRetention,
          maxEvents: settings.auditMaxEvents,
        }),
    },
  ],
  exports: [REFUSALS],
})
export class AuditModule {}
