import { Module } from '@nestjs/common';
import { AboutController } from './about.controller';
import { ProvidersModule } from '../providers/providers.module';
import { AboutService } from './about.service';
import { ApiDescription } from './api-description';
import { DescriptionController } from './description.controller';
import { JobMetrics } from './job-metrics';
import { MetricsController } from './metrics.controller';
import { SnapshotMetrics } from './snapshot-metrics';

@Module({
  imports: [ProvidersModule],
  controllers: [AboutController, DescriptionController, MetricsController],
  providers: [ApiDescription, AboutService, JobMetrics, SnapshotMetrics],
  exports: [ApiDescription],
})
export class AboutModule {}
