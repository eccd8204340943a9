import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SnapshotFollower } from '@gatehouse/access';
import { AuditPurge, Changes } from '@gatehouse/audit';
import { UnitOfWork } from '@gatehouse/database';
import { REFUSALS, SETTINGS, provide, provideBy } from '@gatehouse/http';
import { ProvidersModule } from '../providers/providers.module';
import { AuditController } from './audit.controller';
import { AuditExports } from './audit-exports';
import { AuditFilters } from './audit-filters';
import { AuditJobs } from './audit-jobs';
import { ChangeEvents } from './change-events';
import { ChangesController } from './changes.controller';
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
    RevisionTarget,
    provide(Changes, UnitOfWork),
    provide(EventStreams, SnapshotFollower),
    { provide: REFUSALS, useClass: RefusedRequests },
    provideBy(
      AuditPurge,
      { dataSource: DataSource, settings: SETTINGS },
      ({ dataSource, settings }) =>
        new AuditPurge(dataSource, {
          changes: settings.auditRetention,
          events: settings.auditEventRetention,
          maxEvents: settings.auditMaxEvents,
        }),
    ),
  ],
  exports: [REFUSALS],
})
export class AuditModule {}
