import { Module } from '@nestjs/common';
import { AuditLog, DeletionProgress } from '@gatehouse/audit';
import { UnitOfWork } from '@gatehouse/database';
import { OverviewRepository } from '@gatehouse/directory';
import { provide } from '@gatehouse/http';
import { SynchronizationModule } from '../synchronization/synchronization.module';
import { OverviewController } from './overview.controller';
import { SearchController } from './search.controller';
import { SearchService } from './search.service';

@Module({
  imports: [SynchronizationModule],
  controllers: [SearchController, OverviewController],
  providers: [
    SearchService,
    provide(OverviewRepository, UnitOfWork),
    provide(DeletionProgress, AuditLog, UnitOfWork),
  ],
})
export class SearchModule {}
