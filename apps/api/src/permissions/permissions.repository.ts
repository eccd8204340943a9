import { Inject, Injectable } from '@nestjs/common';
import type { Access, Permission, PermissionName, Scope } from '@gatehouse/access-engine';
import { UnitOfWork } from '@gatehouse/database';
import type { Principal, AssignmentChange } from './permissions.service';

type PrincipalKey = Pick<Principal, 'kind' | 'id'>;

@Injectable()
export class PermissionsRepository {
  constructor(@Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork) {}

  /** The rule of that name, whatever its modifiers: there is at most one. */
  async find(
    principal: PrincipalKey,
    resourceId: number,
    name: PermissionName,
  ): Promise<Permission | undefined> {
    const rows = await this.unitOfWork.manager.query<{ access: Access; scope: Scope }[]>(
      `SELECT access, scope FROM ${principal.kind}_permissions
       WHERE ${principal.kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [principal.id, resourceId, name],
    );
    return rows[0] && { name, ...rows[0] };
  }

  /** False when there is a rule of that name already, or when holder or resource are gone. */
  async insert(principal: PrincipalKey, resourceId: number, permission: Permission): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `INSERT INTO ${principal.kind}_permissions (${principal.kind}_id, resource_id, name, access, scope)
       SELECT h.id, r.id, $3, $4, $5 FROM ${principal.kind}s h, resources r WHERE h.id = $1 AND r.id = $2
       ON CONFLICT DO NOTHING RETURNING name`,
      [principal.id, resourceId, permission.name, permission.access, permission.scope],
    );
    return rows.length > 0;
  }

  async update(principal: PrincipalKey, resourceId: number, permission: Permission): Promise<void> {
    await this.unitOfWork.manager.query(
      `UPDATE ${principal.kind}_permissions SET access = $4, scope = $5
       WHERE ${principal.kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [principal.id, resourceId, permission.name, permission.access, permission.scope],
    );
  }

  async delete(principal: PrincipalKey, resourceId: number, name: PermissionName): Promise<void> {
    await this.unitOfWork.manager.query(
      `DELETE FROM ${principal.kind}_permissions WHERE ${principal.kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [principal.id, resourceId, name],
    );
  }

  /** No two of the rules are of one holder, resource and name. */
  async upsertAll(kind: Principal['kind'], rules: readonly AssignmentChange[]): Promise<void> {
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
  async deleteAll(kind: Principal['kind'], rules: readonly AssignmentChange[]): Promise<void> {
    await this.unitOfWork.manager.query(
      `DELETE FROM ${kind}_permissions stored
       USING unnest($1::integer[], $2::integer[], $3::text[]) AS gone (holder_id, resource_id, name)
       WHERE stored.${kind}_id = gone.holder_id AND stored.resource_id = gone.resource_id AND stored.name = gone.name`,
      keysOf(rules),
    );
  }
}

function keysOf(rules: readonly AssignmentChange[]): [number[], number[], string[]] {
  return [
    rules.map(({ principal }) => principal.id),
    rules.map(({ resourceId }) => resourceId),
    rules.map(({ permission }) => permission.name),
  ];
}
