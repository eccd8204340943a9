import { Module } from '@nestjs/common';
import { ServicesModule } from '../services/services.module';
import { ResourceTrees } from './resource-trees';
import { ResourceRules } from './resource.rules';
import { ResourceTarget } from './resource.target';
import { ResourcesController } from './resources.controller';
import { ResourcesRepository } from './resources.repository';
import { ResourcesService } from './resources.service';
import { ServiceResourcesController } from './service-resources.controller';

@Module({
  imports: [ServicesModule],
  controllers: [ResourcesController, ServiceResourcesController],
  providers: [ResourcesRepository, ResourceRules, ResourcesService, ResourceTrees, ResourceTarget],
  exports: [ResourcesService, ResourceRules],
})
export class ResourcesModule {}
