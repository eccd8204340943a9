import { Body, Controller, Patch } from '@nestjs/common';
import { UpdatePermissionsDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { BulkPermissionsService } from './bulk-permissions.service';

@Controller('permissions')
export class BulkPermissionsController {
  constructor(private readonly permissions: BulkPermissionsService) {}

  @Endpoint(Patch(), {
    name: 'update_permissions',
    summary: 'Set and take away permissions along one branch of a service, in one step',
    access: 'administrator',
    success: { status: 200, detail: 'Permissions changed.' },
  })
  async update(@Body() body: UpdatePermissionsDto): Promise<void> {
    await this.permissions.apply(body.permissions);
  }
}
