import { Module } from '@nestjs/common';
import { ServiceNamesController } from './names/service-names.controller';
import { ServiceCapabilities } from './names/service-capabilities';
import { ServiceTypeTarget } from './service-type.target';
import { ServiceTypesController } from './service-types.controller';
import { LiveServices } from './live-services';
import { ServiceViews } from './service-views';
import { ServiceTarget } from './service.target';
import { ServicesController } from './services.controller';

@Module({
  controllers: [ServiceTypesController, ServicesController, ServiceNamesController],
  providers: [LiveServices, ServiceViews, ServiceTarget, ServiceTypeTarget, ServiceCapabilities],
  exports: [LiveServices, ServiceViews],
})
export class ServicesModule {}
