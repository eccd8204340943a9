import { Body, Controller, Post } from '@nestjs/common';
import { PermissionChanges } from '@gatehouse/directory';
import { ChangePermissionsDto, PermissionsChangedDto } from '@gatehouse/dto';
import { Endpoint, IfMatch } from '@gatehouse/http';
import { CHANGE_ERRORS } from '../permission-errors';

/** Changes of permission assignments on any resources, in one transaction. Reference: console-api#changes. */
@Controller('permissions/changes')
export class ChangesController {
  constructor(private readonly changes: PermissionChanges) {}

  @Endpoint(Post(), {
    name: 'change_permissions',
    summary: 'Set and remove permission assignments on any resources in one transaction',
    access: 'administrator',
    success: { status: 200, detail: 'Permissions changed.', body: PermissionsChangedDto },
    errors: [...CHANGE_ERRORS, 'permissions_changed_meanwhile'],
    // Conflicts are assignments, not fields of an object.
    ifMatch: [],
  })
  async change(
    @Body() { changes }: ChangePermissionsDto,
    @IfMatch() ifMatch: number | undefined,
  ): Promise<PermissionsChangedDto> {
    return this.changes.apply(changes, ifMatch);
  }
}
