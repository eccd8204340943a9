import { Body, Controller, Patch } from '@nestjs/common';
import { BranchPermissions } from '@gatehouse/desired-state';
import { UpdatePermissionsDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { BRANCH_ERRORS } from './permission-errors';

@Controller('permissions')
export class BranchPermissionsController {
  constructor(private readonly permissions: BranchPermissions) {}

  @Endpoint(Patch(), {
    name: 'update_permissions',
    summary: 'Set and remove permissions along one branch of a service in one transaction',
    access: 'administrator',
    success: { status: 200, detail: 'Permissions changed.' },
    errors: BRANCH_ERRORS,
  })
  async update(@Body() body: UpdatePermissionsDto): Promise<void> {
    await this.permissions.apply(body.permissions);
  }
}
