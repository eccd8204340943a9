import { Inject, Injectable } from '@nestjs/common';
import type { Access, Permission, PermissionName, Scope } from '@gatehouse/access-engine';
import { UnitOfWork } from '@gatehouse/database';
import type { Holder } from './permissions.service';

type HolderKey = Pick<Holder, 'kind' | 'id'>;

@Injectable()
export class PermissionsRepository {
  constructor(@Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork) {}

  /** The rule of that name, whatever its modifiers: there is at most one. */
  async find(holder: HolderKey, resourceId: number, name: PermissionName): Promise<Permission | undefined> {
    const rows = await this.unitOfWork.manager.query<{ access: Access; scope: Scope }[]>(
      `SELECT access, scope FROM ${holder.kind}_permissions
       WHERE ${holder.kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [holder.id, resourceId, name],
    );
    return rows[0] && { name, ...rows[0] };
  }

  /** False when there is a rule of that name already, or when holder or resource are gone. */
  async insert(holder: HolderKey, resourceId: number, permission: Permission): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `INSERT INTO ${holder.kind}_permissions (${holder.kind}_id, resource_id, name, access, scope)
       SELECT h.id, r.id, $3, $4, $5 FROM ${holder.kind}s h, resources r WHERE h.id = $1 AND r.id = $2
       ON CONFLICT DO NOTHING RETURNING name`,
      [holder.id, resourceId, permission.name, permission.access, permission.scope],
    );
    return rows.length > 0;
  }

  async update(holder: HolderKey, resourceId: number, permission: Permission): Promise<void> {
    await this.unitOfWork.manager.query(
      `UPDATE ${holder.kind}_permissions SET access = $4, scope = $5
       WHERE ${holder.kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [holder.id, resourceId, permission.name, permission.access, permission.scope],
    );
  }

  async delete(holder: HolderKey, resourceId: number, name: PermissionName): Promise<void> {
    await this.unitOfWork.manager.query(
      `DELETE FROM ${holder.kind}_permissions WHERE ${holder.kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [holder.id, resourceId, name],
    );
  }
}
