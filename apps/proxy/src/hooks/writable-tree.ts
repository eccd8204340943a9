import type { Permission, PermissionName } from '@gatehouse/access-engine';
import type { EntityManager } from 'typeorm';
import { HookFailed } from './hook-failed';

/** A resource as the database has it. */
export interface Node {
  readonly id: number;
  readonly type: string;
}

/** The resources and rules of one service inside of a transaction. */
export class WritableTree {
  constructor(
    private readonly manager: EntityManager,
    private readonly serviceId: number,
  ) {}

  /** The resource at a path from the service down. Fails where there is none. */
  async at(path: readonly string[]): Promise<Node> {
    const [root] = await this.manager.query<Node[]>(
      `SELECT id, type FROM resources WHERE id = $1 AND type = 'service'`,
      [this.serviceId],
    );
    let node = root;
    for (const name of path) node = node && (await this.child(node, name));
    if (!node) throw new HookFailed('there is no resource at the path');
    return node;
  }

  /** The child of that name, in whatever case. */
  async child(parent: Node, name: string): Promise<Node | undefined> {
    const rows = await this.manager.query<Node[]>(
      'SELECT id, type FROM resources WHERE parent_id = $1 AND lower(name) = lower($2)',
      [parent.id, name],
    );
    return rows[0];
  }

  /** A new last child; undefined where the name is taken, in whatever case. */
  async insert(parent: Node, name: string, type: string): Promise<Node | undefined> {
    const rows = await this.manager.query<Node[]>(
      `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
       VALUES ($1, $1, $2, $3, $4,
         (SELECT coalesce(max(s.ordering), 0) + 1 FROM resources s WHERE s.parent_id = $3))
       ON CONFLICT DO NOTHING RETURNING id, type`,
      [name, type, parent.id, this.serviceId],
    );
    return rows[0];
  }

  /** With regard to case. */
  async groupId(name: string): Promise<number | undefined> {
    const rows = await this.manager.query<{ id: number }[]>('SELECT id FROM groups WHERE name = $1', [name]);
    return rows[0]?.id;
  }

  /** False where the holder is gone or has a rule of that name already. */
  async insertAssignment(
    kind: 'user' | 'group',
    principalId: number,
    { id }: Node,
    { name, access, scope }: Permission,
  ): Promise<boolean> {
    const rows = await this.manager.query<unknown[]>(
      `INSERT INTO ${kind}_permissions (${kind}_id, resource_id, name, access, scope)
       SELECT h.id, $2, $3, $4, $5 FROM ${kind}s h WHERE h.id = $1
       ON CONFLICT DO NOTHING RETURNING name`,
      [principalId, id, name, access, scope],
    );
    return rows.length > 0;
  }

  /** The rule of that name, whatever its modifiers: there is at most one. */
  async rule(
    kind: 'user' | 'group',
    principalId: number,
    { id }: Node,
    name: PermissionName,
  ): Promise<Permission | undefined> {
    const rows = await this.manager.query<Permission[]>(
      `SELECT name, access, scope FROM ${kind}_permissions
       WHERE ${kind}_id = $1 AND resource_id = $2 AND name = $3`,
      [principalId, id, name],
    );
    return rows[0];
  }
}
