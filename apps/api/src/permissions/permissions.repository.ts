import { Inject, Injectable } from '@nestjs/common';
import type { Access, Permission, PermissionName, Scope } from '@gatehouse/access-engine';
import { UnitOfWork } from '@gatehouse/database';
import type { Holder, RuleChange } from './permissions.service';

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

  /** No two of the rules are of one holder, resource and name. */
  async upsertAll(kind: Holder['kind'], rules: readonly RuleChange[]): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO ${kind}_permissions AS stored (${kind}_id, resource_id, name, access, scope)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[])
       ON CONFLICT (${kind}_id, resource_id, name) DO UPDATE SET access = excluded.access, scope = excluded.scope
       WHERE (stored.access, stored.scope) <> (excluded.access, excluded.scope)`,
      [
        ...keysOf(rules),
        rules.map(({ permission }) => permission.access),
        rules.map(({ permission }) => permission.scope),
      ],
    );
  }

  /** Whatever the modifiers of the rules. */
  async deleteAll(kind: Holder['kind'], rules: readonly RuleChange[]): Promise<void> {
    await this.unitOfWork.manager.query(
      `DELETE FROM ${kind}_permissions stored
       USING unnest($1::integer[], $2::integer[], $3::text[]) AS gone (holder_id, resource_id, name)
       WHERE stored.${kind}_id = gone.holder_id AND stored.resource_id = gone.resource_id AND stored.name = gone.name`,
      keysOf(rules),
    );
  }
}

function keysOf(rules: readonly RuleChange[]): [number[], number[], string[]] {
  return [
    rules.map(({ holder }) => holder.id),
    rules.map(({ resourceId }) => resourceId),
    rules.map(({ permission }) => permission.name),
  ];
}
