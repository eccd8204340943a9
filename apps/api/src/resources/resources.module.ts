import { Module } from '@nestjs/common';
import { ServicesModule } from '../services/services.module';
import { StoredTrees } from './stored-trees';
import { ResourceTrees } from './resource-trees';
import { ResourceTarget } from './resource.target';
import { ResourcesController } from './resources.controller';
import { ServiceResourcesController } from './service-resources.controller';

@Module({
  imports: [ServicesModule],
  controllers: [ResourcesController, ServiceResourcesController],
  providers: [ResourceTrees, StoredTrees, ResourceTarget],
})
export class ResourcesModule {}
