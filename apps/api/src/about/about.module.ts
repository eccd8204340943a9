import { Module } from '@nestjs/common';
import { AboutController } from './about.controller';
import { ProvidersModule } from '../providers/providers.module';
import { AboutService } from './about.service';
import { ApiDescription } from './api-description';
import { DescriptionController } from './description.controller';

@Module({
  imports: [ProvidersModule],
  controllers: [AboutController, DescriptionController],
  providers: [ApiDescription, AboutService],
  exports: [ApiDescription],
})
export class AboutModule {}
