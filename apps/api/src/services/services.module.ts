import { Module } from '@nestjs/common';
import { ServiceTypeTarget } from './service-type.target';
import { ServiceTypesController } from './service-types.controller';
import { ServiceViews } from './service-views';
import { ServiceTarget } from './service.target';
import { ServicesController } from './services.controller';

@Module({
  controllers: [ServiceTypesController, ServicesController],
  providers: [ServiceViews, ServiceTarget, ServiceTypeTarget],
  exports: [ServiceViews],
})
export class ServicesModule {}
