import {
  type Resource,
  type UnitOfWork,
  attachedSql,
  nameKeySql,
  sameKeySql,
  sameNameSql,
} from '@gatehouse/database';
import {
  JOIN_SERVICE,
  SERVICE_COLUMNS,
  type SelectedService,
  toProtectedService,
} from '../services/service-rows';
import { RESOURCE_TABLE } from '../fields/resource';
import { insertion, unprefixed } from '../fields/statements';
import { type Settable, columnOf, fieldsWith, isSettable } from '../fields/table';
import { reserveIds } from '../reserve-ids';
import type { ChildNode, ChildrenPage, LocatedResource, ResourceNode } from './resource';
import { RESOURCE_COLUMNS as COLUMNS, toResourceNode as toNode } from './resource-rows';

/** SQLSTATE of a row that violates a unique index. */
const UNIQUE_VIOLATION = '23505';

/** What the request states of a new resource; its position follows from the parent. */
const GIVEN = fieldsWith(
  RESOURCE_TABLE,
  (field) => isSettable(field) && field !== RESOURCE_TABLE.fields.parentId,
);

/** A stored resource as the parent of new ones. */
export interface ParentPosition {
  readonly id: number;
  readonly type: ResourceNode['type'];
  /** Levels below the service; 0 for the service. */
  readonly level: number;
  /** Ordering of its last child; 0 without children. */
  readonly last: number;
  /** The service that it belongs to, itself if it is one. */
  readonly serviceId: number;
}

/** SQL for the position of the child $3 of $1 or, if it was deleted, that of the last one that was created before it. */
const POSITION = `coalesce(
  (SELECT CASE a.parent_id WHEN $1 THEN a.ordering END FROM resources a WHERE a.id = $3),
  (SELECT max(b.ordering) FROM resources b WHERE b.parent_id = $1 AND b.id < $3), 0)`;

/** Greater than all positions. */
const NO_POSITION = 2_147_483_647;

/** Without the order, the planner expects to find some child soon and reads the whole table for a resource without any. */
const HAS_CHILDREN =
  '(SELECT c.id FROM resources c WHERE c.parent_id = r.id ORDER BY c.ordering LIMIT 1) IS NOT NULL';

/**
 * The child of `b` with the name of its level. As a join of tables, PostgreSQL would read all resources for each level if a few have
 * most children.
 */
const JOIN_CHILD = `CROSS JOIN LATERAL (SELECT * FROM resources c
  WHERE c.parent_id = b.id AND ${sameNameSql('c.name', '($2::text[])[b.level + 1]')} OFFSET 0) c`;

/** The SQL of resources below services. */
export class ResourceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The resource together with its service. */
  async locate(id: number): Promise<LocatedResource | undefined> {
    const rows = await this.unitOfWork.manager.query<(Resource & SelectedService)[]>(
      `SELECT ${COLUMNS}, ${SERVICE_COLUMNS} FROM resources r
       ${JOIN_SERVICE} WHERE r.id = $1 AND ${attachedSql('r')}`,
      [id],
    );
    return rows[0] && located(rows[0]);
  }

  async findChild(parentId: number, name: string): Promise<ResourceNode | undefined> {
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `SELECT ${COLUMNS} FROM resources r WHERE r.parent_id = $1 AND ${sameNameSql('r.name', '$2')}`,
      [parentId, name],
    );
    return rows[0] && toNode(rows[0]);
  }

  /** The resources on the path of these names, in any case, from the service down, as far as it exists. */
  async findBranch(serviceId: number, names: readonly string[]): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `WITH RECURSIVE branch AS (
         SELECT *, 0 AS level FROM resources WHERE id = $1
         UNION ALL SELECT c.*, b.level + 1 FROM branch b ${JOIN_CHILD}
       ) SELECT ${COLUMNS} FROM branch r WHERE r.level > 0 ORDER BY r.level`,
      [serviceId, names],
    );
    return rows.map(toNode);
  }

  /** The resource at the end of the path of these names, in any case; without names the service. */
  async findByPath(serviceId: number, names: readonly string[]): Promise<LocatedResource | undefined> {
    const rows = await this.unitOfWork.manager.query<(Resource & SelectedService)[]>(
      `WITH RECURSIVE branch AS (
         SELECT *, 0 AS level FROM resources WHERE id = $1 AND parent_id IS NULL
         UNION ALL SELECT c.*, b.level + 1 FROM branch b ${JOIN_CHILD}
       ) SELECT ${COLUMNS}, ${SERVICE_COLUMNS} FROM branch r
         ${JOIN_SERVICE}
         WHERE r.level = cardinality($2::text[])`,
      [serviceId, names],
    );
    return rows[0] && located(rows[0]);
  }

  /** The resources below the services, without the services themselves; any `limit` of them if there are more. */
  async belowServices(serviceIds: readonly number[], limit: number): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `SELECT ${COLUMNS} FROM resources r WHERE r.root_service_id = ANY ($1) AND ${attachedSql('r')} LIMIT $2`,
      [serviceIds, limit],
    );
    return rows.map(toNode);
  }

  /** The resource and everything below it; any `limit` of these if there are more. */
  async branch(id: number, limit: number): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `WITH RECURSIVE branch AS (
         SELECT * FROM resources WHERE id = $1
         UNION ALL
         SELECT c.* FROM branch b CROSS JOIN LATERAL (SELECT * FROM resources WHERE ${sameKeySql('parent_id', 'b.id')} OFFSET 0) c
       ) SELECT ${COLUMNS} FROM branch r LIMIT $2`,
      [id, limit],
    );
    return rows.map(toNode);
  }

  /** The resource and everything above it, the service last. */
  async pathUp(id: number): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `WITH RECURSIVE path AS (
         SELECT *, 0 AS distance FROM resources WHERE id = $1
         UNION ALL SELECT p.*, c.distance + 1 FROM resources p JOIN path c ON p.id = c.parent_id
       ) SELECT ${COLUMNS} FROM path r ORDER BY r.distance`,
      [id],
    );
    return rows.map(toNode);
  }

  async displayNames(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.unitOfWork.manager.query<{ id: number; display_name: string }[]>(
      'SELECT id, display_name FROM resources WHERE id = ANY ($1) AND display_name <> name',
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row.display_name]));
  }

  /**
   * A page begins after the last child of the one before, even if that child was deleted. Parent and position are compared together,
   * so that it is read by the index on both: the planner may think that there are few children, and sort all of them.
   */
  async children(parentId: number, { limit, after }: ChildrenPage): Promise<ChildNode[]> {
    const rows = await this.unitOfWork.manager.query<(Resource & { hasChildren: boolean })[]>(
      `SELECT ${COLUMNS}, ${HAS_CHILDREN} AS "hasChildren"
       FROM resources r WHERE (r.parent_id, r.ordering) > ($1, ${after === undefined ? '-1' : POSITION})
         AND (r.parent_id, r.ordering) < ($1, ${NO_POSITION})
       ORDER BY r.parent_id, r.ordering LIMIT $2`,
      [parentId, limit ?? null, ...(after === undefined ? [] : [after])],
    );
    return rows.map(toNode);
  }

  /** Inserts the last child of its parent; undefined if a sibling has the name, in any case, or the parent was deleted. */
  async insert(resource: Settable<typeof RESOURCE_TABLE>): Promise<ResourceNode | undefined> {
    const values = GIVEN.map(([property]) => resource[property as keyof typeof resource]);
    const rows = await this.unitOfWork.manager.query<Resource[]>(
      `INSERT INTO resources AS r (${GIVEN.map(([property, field]) => columnOf(property, field)).join(', ')}, parent_id, root_service_id, ordering)
       SELECT ${GIVEN.map((_, index) => `$${index + 2}`).join(', ')}, p.id, coalesce(p.root_service_id, p.id),
         (SELECT coalesce(max(s.ordering), 0) + 1 FROM resources s WHERE s.parent_id = p.id)
       FROM resources p WHERE p.id = $1 AND resource_exists(p.id)
       ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [resource.parentId, ...values],
    );
    return rows[0] && toNode(rows[0]);
  }

  /** Those of the resources that belong to the services, as parents of new resources. */
  async parentPositions(
    serviceIds: readonly number[],
    ids: readonly number[],
  ): Promise<Map<number, ParentPosition>> {
    const rows = await this.unitOfWork.manager.query<(Resource & { level: number; last: number })[]>(
      `WITH RECURSIVE up AS (
         SELECT id AS below, parent_id, 0 AS level FROM resources WHERE id = ANY ($2::integer[])
         UNION ALL SELECT up.below, p.parent_id, up.level + 1 FROM up JOIN resources p ON p.id = up.parent_id
       )
       SELECT ${COLUMNS}, up.level, coalesce(
         (SELECT s.ordering FROM resources s WHERE s.parent_id = r.id ORDER BY s.ordering DESC LIMIT 1), 0) AS last
       FROM up JOIN resources r ON r.id = up.below
       WHERE up.parent_id IS NULL AND coalesce(r.root_service_id, r.id) = ANY ($1::integer[])`,
      [serviceIds, ids],
    );
    return new Map(
      rows.map(({ level, last, ...row }) => {
        const serviceId = row.rootServiceId ?? row.id;
        return [row.id, { id: row.id, type: toNode(row).type, level, last, serviceId }];
      }),
    );
  }

  /** Takes identifiers for new resources, in ascending order. */
  takeIds(count: number): Promise<number[]> {
    return reserveIds(this.unitOfWork.manager, 'resources', count);
  }

  /**
   * Inserts all or none; answers the first name that a sibling has, in any case, undefined if all were inserted. `ON
   * CONFLICT` instead of the savepoint takes longer for each row.
   */
  async insertAll(resources: readonly ResourceNode[]): Promise<string | undefined> {
    const { manager } = this.unitOfWork;
    await manager.query('SAVEPOINT insertion');
    const inserted = manager.query(
      ...insertion(RESOURCE_TABLE, resources, { ids: resources.map(({ id }) => id), of: () => true }),
    );
    try {
      await inserted;
    } catch (error) {
      if (!(error instanceof Error && Reflect.get(error, 'code') === UNIQUE_VIOLATION)) throw error;
      await manager.query('ROLLBACK TO SAVEPOINT insertion');
      const taken = await this.firstTaken(resources);
      // Another unique index was violated.
      if (taken === undefined) throw error;
      return taken;
    }
    await manager.query('RELEASE SAVEPOINT insertion');
    return undefined;
  }

  /** The first name that a stored sibling has, or an earlier one of these resources, in any case. */
  private async firstTaken(resources: readonly ResourceNode[]): Promise<string | undefined> {
    const rows = await this.unitOfWork.manager.query<{ name: string }[]>(
      `SELECT name FROM (
         SELECT *, row_number() OVER (PARTITION BY parent_id, ${nameKeySql('name')} ORDER BY position) AS nth
         FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS input (parent_id, name, position)
       ) input WHERE nth > 1
         OR EXISTS (SELECT FROM resources r WHERE r.parent_id = input.parent_id AND ${sameNameSql('r.name', 'input.name')})
       ORDER BY position LIMIT 1`,
      [resources.map(({ parentId }) => parentId), resources.map(({ name }) => name)],
    );
    return rows[0]?.name;
  }

  /** Whether another child of the same parent has the name, in any case. */
  async isTaken({ id, parentId }: ResourceNode, name: string): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM resources WHERE parent_id = $1 AND ${sameNameSql('name', '$2')} AND id <> $3`,
      [parentId, name, id],
    );
    return rows.length > 0;
  }

  async retitle(id: number, displayName: string): Promise<void> {
    await this.unitOfWork.manager.query('UPDATE resources SET display_name = $2 WHERE id = $1', [
      id,
      displayName,
    ]);
  }

  async rename(id: number, name: string): Promise<void> {
    await this.unitOfWork.manager.query('UPDATE resources SET name = $2 WHERE id = $1', [id, name]);
  }

  /**
   * Deletes a resource, and everything below it with the permission assignments: of many rows, the last ones later. False if there is no
   * such resource.
   */
  async delete(id: number): Promise<boolean> {
    const [, count] = await this.unitOfWork.manager.query<[unknown[], number]>(
      'DELETE FROM resources WHERE id = $1 AND resource_exists(id)',
      [id],
    );
    await this.unitOfWork.removal.removeFirst();
    return count > 0;
  }
}

function located(row: Resource & SelectedService): LocatedResource {
  const resource = toNode(unprefixed(RESOURCE_TABLE, row, ''));
  return { ...resource, service: toProtectedService(row) };
}
