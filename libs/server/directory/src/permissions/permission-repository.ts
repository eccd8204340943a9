import {
  type Access,
  type Permission,
  type PermissionName,
  type Scope,
  samePermission,
} from '@gatehouse/access-engine';
import { type UnitOfWork, arrayParameter, attachedSql } from '@gatehouse/database';
import type { PermissionChange } from '../events';
import type { Principal } from './permission-assignment';

type PrincipalKey = Pick<Principal, 'kind' | 'id'>;

/** A row of one of the tables of permissions. */
export interface AssignmentRow {
  readonly principal: PrincipalKey;
  readonly resourceId: number;
  readonly permission: Permission;
}

interface InsertedKey {
  readonly principal_id: number;
  readonly resource_id: number;
  readonly name: PermissionName;
}

interface StoredRow extends InsertedKey {
  readonly access: Access;
  readonly scope: Scope;
}

/** The SQL of the permission assignments of users and groups, which have a table each. */
export class PermissionRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The permission of that name, with any modifiers: there is at most one. */
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

  /** Finds permissions with at most two queries; the returned function returns undefined if there is none. */
  async findAll(
    keys: readonly { readonly principal: PrincipalKey; readonly resourceId: number; readonly name: string }[],
  ): Promise<(principal: PrincipalKey, resourceId: number, name: string) => Permission | undefined> {
    const found = new Map<string, Permission>();
    for (const kind of ['user', 'group'] as const) {
      const ofKind = keys.filter(({ principal }) => principal.kind === kind);
      if (ofKind.length === 0) continue;
      const rows = await this.unitOfWork.manager.query<StoredRow[]>(
        `SELECT stored.${kind}_id AS principal_id, stored.resource_id, stored.name, stored.access, stored.scope
         FROM unnest($1::integer[], $2::integer[], $3::text[]) AS input (principal_id, resource_id, name)
         CROSS JOIN LATERAL (SELECT ${kind}_id, resource_id, name, access, scope FROM ${kind}_permissions
           WHERE ${kind}_id = input.principal_id AND resource_id = input.resource_id AND name = input.name OFFSET 0) stored`,
        [
          ofKind.map(({ principal }) => principal.id),
          ofKind.map(({ resourceId }) => resourceId),
          ofKind.map(({ name }) => name),
        ],
      );
      for (const { principal_id, resource_id, name, access, scope } of rows)
        found.set(`${kind} ${keyOf(principal_id, resource_id, name)}`, { name, access, scope });
    }
    return ({ kind, id }, resourceId, name) => found.get(`${kind} ${keyOf(id, resourceId, name)}`);
  }

  /** False if there is a permission of that name, or if the principal or the resource does not exist. */
  async insert(principal: PrincipalKey, resourceId: number, permission: Permission): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `INSERT INTO ${principal.kind}_permissions (${principal.kind}_id, resource_id, name, access, scope)
       SELECT h.id, r.id, $3, $4, $5 FROM ${principal.kind}s h, resources r WHERE h.id = $1 AND r.id = $2 AND ${attachedSql('r')}
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

  /**
   * Inserts permissions; answers the first one that was not inserted, if any: it is assigned already or given twice, or its
   * principal or resource does not exist.
   */
  async insertAll<Row extends AssignmentRow>(
    kind: Principal['kind'],
    rows: readonly Row[],
  ): Promise<Row | undefined> {
    const inserted = await this.unitOfWork.manager.query<InsertedKey[]>(
      `INSERT INTO ${kind}_permissions (${kind}_id, resource_id, name, access, scope)
       SELECT h.id, r.id, input.name, input.access, input.scope
       FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[])
         AS input (principal_id, resource_id, name, access, scope)
       JOIN ${kind}s h ON h.id = input.principal_id JOIN resources r ON r.id = input.resource_id AND ${attachedSql('r')}
       ON CONFLICT DO NOTHING RETURNING ${kind}_id AS principal_id, resource_id, name`,
      columnsOf(rows),
    );
    const keys = new Set(inserted.map((row) => keyOf(row.principal_id, row.resource_id, row.name)));
    // Deleted from the set, so that of a permission that is given twice the second one is found.
    return rows.find(
      ({ principal, resourceId, permission }) =>
        !keys.delete(keyOf(principal.id, resourceId, permission.name)),
    );
  }

  /**
   * Inside a unit of work, in which nobody else writes: answers what it creates or replaces. No two of the rows have the same principal,
   * resource and name.
   */
  async upsertAll(kind: Principal['kind'], rows: readonly AssignmentRow[]): Promise<PermissionChange[]> {
    const find = await this.findAll(
      rows.map(({ principal, resourceId, permission: { name } }) => ({ principal, resourceId, name })),
    );
    const changes = rows.flatMap(({ principal, resourceId, permission }) => {
      const before = find(principal, resourceId, permission.name);
      return before && samePermission(before, permission)
        ? []
        : [{ principal, resourceId, permission, before }];
    });
    if (changes.length === 0) return [];
    await this.write(kind, changes);
    return changes.map(({ principal: { id }, resourceId, permission: after, before }) => ({
      principal: { kind, id },
      resourceId,
      ...(before && { before }),
      after,
    }));
  }

  /** The same without reading: creates and replaces what differs. */
  async write(kind: Principal['kind'], rows: readonly AssignmentRow[]): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO ${kind}_permissions AS stored (${kind}_id, resource_id, name, access, scope)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[])
       ON CONFLICT (${kind}_id, resource_id, name) DO UPDATE SET access = excluded.access, scope = excluded.scope
       WHERE (stored.access, stored.scope) <> (excluded.access, excluded.scope)`,
      columnsOf(rows),
    );
  }

  /** Returns the deleted permissions, regardless of the modifiers of the given ones. */
  async deleteAll(kind: Principal['kind'], rows: readonly AssignmentRow[]): Promise<PermissionChange[]> {
    const deleted = await this.unitOfWork.manager.query<StoredRow[]>(
      `WITH deleted AS (
         DELETE FROM ${kind}_permissions stored
         USING unnest($1::integer[], $2::integer[], $3::text[]) AS gone (principal_id, resource_id, name)
         WHERE stored.${kind}_id = gone.principal_id AND stored.resource_id = gone.resource_id AND stored.name = gone.name
         RETURNING stored.*
       )
       SELECT ${kind}_id AS principal_id, resource_id, name, access, scope FROM deleted`,
      columnsOf(rows).slice(0, 3),
    );
    return deleted.map(({ principal_id: id, resource_id: resourceId, name, access, scope }) => ({
      principal: { kind, id },
      resourceId,
      before: { name, access, scope },
    }));
  }
}

function keyOf(principalId: number, resourceId: number, name: string): string {
  return `${principalId} ${resourceId} ${name}`;
}

function columnsOf(rows: readonly AssignmentRow[]): unknown[] {
  return [
    rows.map(({ principal }) => principal.id),
    rows.map(({ resourceId }) => resourceId),
    rows.map(({ permission }) => permission.name),
    rows.map(({ permission }) => permission.access),
    rows.map(({ permission }) => permission.scope),
  ].map(arrayParameter);
}
