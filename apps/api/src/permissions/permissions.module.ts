import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { BranchPermissions } from '@gatehouse/desired-state';
import { Groups, Memberships, Permissions, Resources, Services, Users } from '@gatehouse/directory';
import { provideBy } from '@gatehouse/http';
import { GroupsModule } from '../groups/groups.module';
import { ResourcesModule } from '../resources/resources.module';
import { ServicesModule } from '../services/services.module';
import { UsersModule } from '../users/users.module';
import { BranchPermissionsController } from './branch-permissions.controller';
import { AccessListController } from './console/access-list.controller';
import { ChangedSinceController } from './console/changed-since.controller';
import { ChangesController } from './console/changes.controller';
import { LocationController } from './console/location.controller';
import { MatrixController } from './console/matrix.controller';
import { PreviewController } from './console/preview.controller';
import { ExplainController } from './explain.controller';
import { GroupListingsController } from './listings/group-listings.controller';
import { groupPermissionsController } from './group-permissions.controller';
import { LIST_IN_BOTH_SPELLINGS, PLAIN_LIST } from './permission-lists';
import { PermissionTarget } from './permission.target';
import { RESOURCE_PATH, SERVICE_PATH } from './resource-path';
import { AssignmentListings } from './listings/assignment-listings';
import { UserListingsController } from './listings/user-listings.controller';
import { VisibleChildrenController } from './listings/visible-children.controller';
import { userPermissionsController } from './user-permissions.controller';

@Module({
  imports: [UsersModule, GroupsModule, ServicesModule, ResourcesModule],
  controllers: [
    UserListingsController,
    VisibleChildrenController,
    GroupListingsController,
    ExplainController,
    BranchPermissionsController,
    MatrixController,
    ChangesController,
    ChangedSinceController,
    PreviewController,
    AccessListController,
    LocationController,
    userPermissionsController(SERVICE_PATH),
    userPermissionsController(RESOURCE_PATH),
    groupPermissionsController(SERVICE_PATH, PLAIN_LIST),
    groupPermissionsController(RESOURCE_PATH, LIST_IN_BOTH_SPELLINGS),
  ],
  providers: [
    PermissionTarget,
    AssignmentListings,
    provideBy(
      BranchPermissions,
      {
        unitOfWork: UnitOfWork,
        users: Users,
        groups: Groups,
        memberships: Memberships,
        services: Services,
        resources: Resources,
        permissions: Permissions,
      },
      (parts) => new BranchPermissions(parts),
    ),
  ],
})
export class PermissionsModule {}
