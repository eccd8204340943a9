import type { Permission } from '@gatehouse/access-engine';
import { type UnitOfWork, attachedSql } from '@gatehouse/database';
import {
  type AnyTable,
  type BulkLookups,
  type Field,
  GROUP_TABLE,
  RESOURCE_TABLE,
  type ResourceNode,
  SERVICE_TABLE,
  USER_TABLE,
  fieldsWith,
  selection,
} from '@gatehouse/directory';
import type { ResourceTypeName } from '@gatehouse/service-types';
import type { PlannedNode, PlannedPrincipal, PlannedService } from '../plan/plan';
import {
  type AssignmentKey,
  type MembershipKey,
  type ObjectKey,
  type Value,
  textOfAssignment,
  textOfMembership,
  textOfObject,
} from './file-set';

/** Users choose their language themselves; who has created an account is no part of it. */
const NOT_COMPARED: readonly string[] = ['locale', 'created_by'];

const isCompared = ({ file, secret }: Field): boolean =>
  file !== undefined && !secret && !NOT_COMPARED.includes(file);

interface StoredNode {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: ResourceTypeName;
  readonly parentId: number | null;
}

/**
 * What exists of given identifiers. Objects that were deleted are not in the answers, nor what is at, of or below them, whatever rows
 * are left of it.
 */
export class PresentState {
  constructor(
    private readonly unitOfWork: Pick<UnitOfWork, 'manager'>,
    private readonly lookups: BulkLookups,
  ) {}

  /** The fields that files have, by their names there, and by the texts of the keys. */
  async values(keys: readonly ObjectKey[]): Promise<Map<string, Value>> {
    const values = new Map<string, Value>();
    for (const [kind, table] of [
      ['user', USER_TABLE],
      ['group', GROUP_TABLE],
      ['resource', RESOURCE_TABLE],
    ] as const)
      for (const [id, value] of await this.valuesIn(table, 'id', idsOf(keys, kind)))
        values.set(textOfObject({ kind, id }), value);
    const services = idsOf(keys, 'resource').filter(
      (id) => values.get(textOfObject({ kind: 'resource', id }))?.['type'] === 'service',
    );
    for (const [id, { name, ...service }] of await this.valuesIn(SERVICE_TABLE, 'resource_id', services)) {
      const text = textOfObject({ kind: 'resource', id });
      values.set(text, { name: values.get(text)?.['name'] ?? name, ...service });
    }
    return values;
  }

  /** Resources with all above them, by their identifiers. */
  async nodes(ids: readonly number[]): Promise<Map<number, PlannedNode>> {
    if (ids.length === 0) return new Map();
    const rows = await this.unitOfWork.manager.query<StoredNode[]>(
      `WITH RECURSIVE up (id, name, "displayName", type, "parentId") AS (
         SELECT id, name, display_name, type, parent_id FROM resources WHERE id = ANY ($1)
         UNION SELECT r.* FROM up CROSS JOIN LATERAL (
           SELECT id, name, display_name, type, parent_id FROM resources WHERE id = up."parentId" OFFSET 0) r
       ) SELECT * FROM up`,
      [[...new Set(ids)]],
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    const names = rows.flatMap(({ parentId, name }) => (parentId === null ? [name] : []));
    const services = await this.lookups.services(names);
    const nodes = new Map<number, PlannedNode | undefined>();
    const nodeOf = (id: number): PlannedNode | undefined => {
      if (nodes.has(id)) return nodes.get(id);
      const row = stored.get(id);
      const node = row && (row.parentId === null ? rootOf(row, services) : below(row, nodeOf(row.parentId)));
      nodes.set(id, node);
      return node;
    };
    return new Map(
      ids.flatMap((id): [number, PlannedNode][] => {
        const node = nodeOf(id);
        return node ? [[id, node]] : [];
      }),
    );
  }

  /** By the texts of the keys. */
  async principals(
    keys: readonly { readonly kind: 'user' | 'group'; readonly id: number }[],
  ): Promise<Map<string, PlannedPrincipal & { readonly id: number }>> {
    const found = new Map<string, PlannedPrincipal & { readonly id: number }>();
    for (const kind of ['user', 'group'] as const) {
      const ids = idsOf(keys, kind);
      if (ids.length === 0) continue;
      const rows = await this.unitOfWork.manager.query<{ id: number; name: string }[]>(
        `SELECT id, name FROM ${kind}s WHERE id = ANY ($1)`,
        [ids],
      );
      for (const { id, name } of rows) found.set(textOfObject({ kind, id }), { kind, id, name });
    }
    return found;
  }

  /** By the texts of the keys. */
  async assignments(keys: readonly AssignmentKey[]): Promise<Map<string, Permission>> {
    const find = await this.lookups.assignments(keys);
    const principals = await this.principals(keys.map(({ principal }) => principal));
    const resources = await this.resources(keys.map(({ resourceId }) => resourceId));
    return new Map(
      keys.flatMap((key): [string, Permission][] => {
        const permission = find(key);
        const exists = principals.has(textOfObject(key.principal)) && resources.has(key.resourceId);
        return permission && exists ? [[textOfAssignment(key), permission]] : [];
      }),
    );
  }

  /** The texts of those that exist. */
  async memberships(keys: readonly MembershipKey[]): Promise<ReadonlySet<string>> {
    const found = await this.lookups.memberships(keys);
    const principals = await this.principals(
      keys.flatMap(({ userId, groupId }) => [
        { kind: 'user', id: userId } as const,
        { kind: 'group', id: groupId } as const,
      ]),
    );
    const exists = ({ userId, groupId }: MembershipKey): boolean =>
      principals.has(textOfObject({ kind: 'user', id: userId })) &&
      principals.has(textOfObject({ kind: 'group', id: groupId }));
    return new Set(
      keys
        .filter(exists)
        .map(textOfMembership)
        .filter((text) => found.has(text)),
    );
  }

  private async resources(ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.unitOfWork.manager.query<{ id: number }[]>(
      `SELECT r.id FROM unnest($1::integer[]) AS i (id) CROSS JOIN LATERAL (
         SELECT id FROM resources WHERE id = i.id OFFSET 0) r WHERE ${attachedSql('r')}`,
      [[...new Set(ids)]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private async valuesIn(
    table: AnyTable,
    key: 'id' | 'resource_id',
    ids: readonly number[],
  ): Promise<[number, Value][]> {
    if (ids.length === 0) return [];
    const inTree = table === RESOURCE_TABLE ? ` AND ${attachedSql(table.name)}` : '';
    const rows = await this.unitOfWork.manager.query<Record<string, unknown>[]>(
      `SELECT ${key} AS "key", ${selection(table, { of: isCompared })} FROM ${table.name} WHERE ${key} = ANY ($1)${inTree}`,
      [ids],
    );
    const valueOf = valuesOf(table);
    return rows.map((row) => [Number(row['key']), valueOf(row)]);
  }
}

/** The fields that files have of a resource below a service, by their names there. */
export const valueOfResource: (resource: ResourceNode) => Value = valuesOf(RESOURCE_TABLE);

function valuesOf(table: AnyTable): (row: object) => Value {
  const fields = fieldsWith(table, isCompared).map(([property, { file = property }]) => ({ property, file }));
  return (row) => {
    const value: Record<string, unknown> = {};
    for (const { property, file } of fields) value[file] = (row as Value)[property];
    return value;
  };
}

function idsOf(keys: readonly { readonly kind: string; readonly id: number }[], kind: string): number[] {
  return [...new Set(keys.flatMap((key) => (key.kind === kind ? [key.id] : [])))];
}

function rootOf(
  { id, name, displayName, type }: StoredNode,
  services: Awaited<ReturnType<BulkLookups['services']>>,
): PlannedNode | undefined {
  const stored = services.get(name);
  if (stored?.id !== id) return undefined;
  const service: PlannedService = { name, type: stored.type, stored };
  return { service, name, displayName, type, id, parent: undefined };
}

function below(
  { id, name, displayName, type }: StoredNode,
  parent: PlannedNode | undefined,
): PlannedNode | undefined {
  // Something above it was deleted, and the row is yet to be removed.
  return parent && { service: parent.service, name, displayName, type, id, parent };
}
