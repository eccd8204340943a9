import { Module } from '@nestjs/common';
import { ServiceTypeTarget } from './service-type.target';
import { ServiceTypesController } from './service-types.controller';
import { ServiceViews } from './service-views';
import { ServiceRules } from './service.rules';
import { ServiceTarget } from './service.target';
import { ServicesController } from './services.controller';
import { ServicesRepository } from './services.repository';
import { ServicesService } from './services.service';

@Module({
  controllers: [ServiceTypesController, ServicesController],
  providers: [
    ServicesRepository,
    ServiceRules,
    ServicesService,
    ServiceViews,
    ServiceTarget,
    ServiceTypeTarget,
  ],
  exports: [ServicesService, ServiceViews, ServiceRules],
})
export class ServicesModule {}
