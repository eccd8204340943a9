import { Module } from '@nestjs/common';
import { AboutController } from './about.controller';
import { ApiDescription } from './api-description';
import { DescriptionController } from './description.controller';

@Module({
  controllers: [AboutController, DescriptionController],
  providers: [ApiDescription],
  exports: [ApiDescription],
})
export class AboutModule {}
