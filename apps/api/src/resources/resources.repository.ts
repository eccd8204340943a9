import { Inject, Injectable } from '@nestjs/common';
import { resourceTypeOf } from '@gatehouse/service-types';
import { Resource, UnitOfWork } from '@gatehouse/database';
import { SERVICE_COLUMNS, type ServiceColumns, toProtectedService } from '../services/service-row';
import type { LocatedResource, NewResource, ResourceNode } from './resources.service';

interface Row {
  id: number;
  name: string;
  display_name: string;
  type: string;
  parent_id: number | null;
  root_service_id: number | null;
  ordering: number;
}

/** A resource as a row of a page of children. */
export interface ChildNode extends ResourceNode {
  readonly hasChildren: boolean;
}

/** Part of the children of a resource, in their order. */
export interface ChildrenPage {
  readonly limit?: number | undefined;
  /** The child that the page follows. */
  readonly after?: number | undefined;
}

const COLUMNS = 'r.id, r.name, r.display_name, r.type, r.parent_id, r.root_service_id, r.ordering';

/** Where the child $3 of $1 stands or, when it is gone, the last one that was made before it. */
const BEYOND = `AND r.ordering > coalesce(
  (SELECT a.ordering FROM resources a WHERE a.id = $3 AND a.parent_id = $1),
  (SELECT max(b.ordering) FROM resources b WHERE b.parent_id = $1 AND b.id < $3), 0)`;

/**
 * Whether there is a first child. Asked for without an order, the planner expects to meet some child soon and reads the
 * whole table for each resource that has none.
 */
const HAS_CHILDREN =
  '(SELECT c.id FROM resources c WHERE c.parent_id = r.id ORDER BY c.ordering LIMIT 1) IS NOT NULL';

@Injectable()
export class ResourcesRepository {
  constructor(@Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork) {}

  /** The resource together with its service. */
  async locate(id: number): Promise<LocatedResource | undefined> {
    const rows = await this.unitOfWork.manager.query<(Row & ServiceColumns)[]>(
      `SELECT ${COLUMNS}, ${SERVICE_COLUMNS} FROM resources r
       JOIN services s ON s.resource_id = coalesce(r.root_service_id, r.id)
       JOIN resources root ON root.id = s.resource_id WHERE r.id = $1`,
      [id],
    );
    return rows[0] && { ...toNode(rows[0]), service: toProtectedService(rows[0]) };
  }

  async findChild(parentId: number, name: string): Promise<ResourceNode | undefined> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM resources r WHERE r.parent_id = $1 AND lower(r.name) = lower($2)`,
      [parentId, name],
    );
    return rows[0] && toNode(rows[0]);
  }

  /** The resources that stand one below the other under these names, in whatever case, as far as there are any. */
  async findBranch(serviceId: number, names: readonly string[]): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `WITH RECURSIVE branch AS (
         SELECT *, 0 AS level FROM resources WHERE id = $1
         UNION ALL SELECT c.*, b.level + 1 FROM branch b
           JOIN resources c ON c.parent_id = b.id AND lower(c.name) = lower(($2::text[])[b.level + 1])
       ) SELECT ${COLUMNS} FROM branch r WHERE r.level > 0 ORDER BY r.level`,
      [serviceId, names],
    );
    return rows.map(toNode);
  }

  /** All resources below the services, without the services themselves. */
  async belowServices(serviceIds: readonly number[]): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM resources r WHERE r.root_service_id = ANY ($1)`,
      [serviceIds],
    );
    return rows.map(toNode);
  }

  /** The resource and everything below it. */
  async branch(id: number): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `WITH RECURSIVE branch AS (
         SELECT * FROM resources WHERE id = $1
         UNION ALL SELECT c.* FROM resources c JOIN branch b ON c.parent_id = b.id
       ) SELECT ${COLUMNS} FROM branch r`,
      [id],
    );
    return rows.map(toNode);
  }

  /** The resource and everything above it, the service last. */
  async pathUp(id: number): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
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

  /** A page goes on where the last one ended, also when the child at its end is gone. */
  async children(parentId: number, { limit, after }: ChildrenPage): Promise<ChildNode[]> {
    const rows = await this.unitOfWork.manager.query<(Row & { has_children: boolean })[]>(
      `SELECT ${COLUMNS}, ${HAS_CHILDREN} AS has_children
       FROM resources r WHERE r.parent_id = $1 ${after === undefined ? '' : BEYOND}
       ORDER BY r.ordering LIMIT $2`,
      [parentId, limit ?? null, ...(after === undefined ? [] : [after])],
    );
    return rows.map((row) => ({ ...toNode(row), hasChildren: row.has_children }));
  }

  /** The last child of its parent; undefined when a sibling has the name, in whatever case, or the parent is gone. */
  async insert(resource: NewResource): Promise<ResourceNode | undefined> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `INSERT INTO resources AS r (name, display_name, type, parent_id, root_service_id, ordering)
       SELECT $1, $2, $3, p.id, coalesce(p.root_service_id, p.id),
         (SELECT coalesce(max(s.ordering), 0) + 1 FROM resources s WHERE s.parent_id = p.id)
       FROM resources p WHERE p.id = $4
       ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [resource.name, resource.displayName, resource.type, resource.parentId],
    );
    return rows[0] && toNode(rows[0]);
  }

  /** New resources one below the other, the first one the last child of the parent; none where that is gone. */
  async insertBranch(
    parentId: number,
    branch: readonly Pick<ResourceNode, 'name' | 'type'>[],
  ): Promise<ResourceNode[]> {
    const rows = await this.unitOfWork.manager.query<Row[]>(
      `WITH made AS MATERIALIZED (
         SELECT level, name, type, nextval(pg_get_serial_sequence('resources', 'id'))::integer AS id
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (name, type, level)
       )
       INSERT INTO resources AS r (id, name, display_name, type, parent_id, root_service_id, ordering)
       OVERRIDING SYSTEM VALUE
       SELECT m.id, m.name, m.name, m.type, coalesce(above.id, p.id), coalesce(p.root_service_id, p.id),
         CASE WHEN m.level > 1 THEN 1 ELSE
           (SELECT coalesce(max(s.ordering), 0) + 1 FROM resources s WHERE s.parent_id = p.id) END
       FROM resources p CROSS JOIN made m LEFT JOIN made above ON above.level = m.level - 1
       WHERE p.id = $1 ORDER BY m.level
       RETURNING ${COLUMNS}`,
      [parentId, branch.map(({ name }) => name), branch.map(({ type }) => type)],
    );
    // From the top down, as the sequence numbered them.
    return rows.map(toNode).sort((one, other) => one.id - other.id);
  }

  /** Whether another child of the same parent has the name, in whatever case. */
  async isTaken({ id, parentId }: ResourceNode, name: string): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      'SELECT 1 FROM resources WHERE parent_id = $1 AND lower(name) = lower($2) AND id <> $3',
      [parentId, name, id],
    );
    return rows.length > 0;
  }

  async rename(id: number, name: string): Promise<void> {
    await this.unitOfWork.manager.update(Resource, { id }, { name });
  }

  /** With everything below it and all rules on that; the place among its siblings that became free. */
  async delete(id: number): Promise<number | undefined> {
    const [rows] = await this.unitOfWork.manager.query<[{ ordering: number }[], number]>(
      'DELETE FROM resources WHERE id = $1 RETURNING ordering',
      [id],
    );
    return rows[0]?.ordering;
  }

  async closeGap(parentId: number, ordering: number): Promise<void> {
    await this.unitOfWork.manager.query(
      'UPDATE resources SET ordering = ordering - 1 WHERE parent_id = $1 AND ordering > $2',
      [parentId, ordering],
    );
  }
}

function toNode(row: Row): ResourceNode {
  const type = resourceTypeOf(row.type);
  if (!type) throw new Error(`the resource ${row.id} is of the unknown type ${row.type}`);
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    type,
    parentId: row.parent_id,
    rootServiceId: row.root_service_id,
    ordering: row.ordering,
  };
}
