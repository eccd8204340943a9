import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { ServicesModule } from '../services/services.module';
import { UsersModule } from '../users/users.module';
import { groupPermissionsController } from './group-permissions.controller';
import { PLAIN_LIST } from './permission-lists';
import { PermissionRules } from './permission.rules';
import { PermissionTarget } from './permission.target';
import { PermissionsRepository } from './permissions.repository';
import { PermissionsService } from './permissions.service';
import { SERVICE_PATH } from './place';
import { userPermissionsController } from './user-permissions.controller';

@Module({
  imports: [UsersModule, GroupsModule, ServicesModule],
  controllers: [
    userPermissionsController(SERVICE_PATH),
    groupPermissionsController(SERVICE_PATH, PLAIN_LIST),
  ],
  providers: [PermissionsRepository, PermissionRules, PermissionsService, PermissionTarget],
})
export class PermissionsModule {}
