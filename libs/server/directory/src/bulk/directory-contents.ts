import type { Access, PermissionName, Scope } from '@gatehouse/access-engine';
import { type UnitOfWork, sameKeySql } from '@gatehouse/database';
import type { ResourceTypeName } from '@gatehouse/service-types';
import { GROUP_TABLE } from '../fields/group';
import { selection } from '../fields/statements';
import type { AnyTable, Field } from '../fields/table';
import { USER_TABLE } from '../fields/user';
import type { ProtectedService } from '../services/protected-service';
import {
  SERVICES_WITH_ROOT,
  SERVICE_COLUMNS,
  type SelectedService,
  toProtectedService,
} from '../services/service-rows';

/** Rows of one round trip. */
const ROWS = 1_000;

/** The columns of a user or group that files have, by their properties, without secrets. */
export type ExportedRow = { readonly id: number; readonly name: string } & Readonly<Record<string, unknown>>;

/** A user with the names of its groups, in no order. */
export type ExportedUser = ExportedRow & { readonly groups: readonly string[] };

/** A resource below a service. */
export interface ExportedResource {
  readonly id: number;
  readonly displayName: string;
  /** From the child of the service down. */
  readonly names: readonly string[];
  readonly types: readonly ResourceTypeName[];
}

/** An assignment of a user or group. */
export interface ExportedAssignment {
  readonly resourceId: number;
  readonly kind: 'user' | 'group';
  readonly holder: string;
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

/**
 * Reads all of the directory in the order of names, page by page, for exports. What was deleted is not in it, even if rows of it are
 * left. Generators read inside {@link consistently}.
 */
export class ContentsReader {
  /** `rows`: of one round trip; fewer in tests. */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rows = ROWS,
  ) {}

  /** Everything that `work` reads is of one moment. */
  consistently<T>(work: () => Promise<T>): Promise<T> {
    return this.unitOfWork.readConsistently(work);
  }

  async services(): Promise<ProtectedService[]> {
    const rows = await this.unitOfWork.manager.query<SelectedService[]>(
      `SELECT ${SERVICE_COLUMNS} FROM ${SERVICES_WITH_ROOT} ORDER BY root.name COLLATE "C"`,
    );
    return rows.map(toProtectedService);
  }

  groups(): AsyncGenerator<ExportedRow[]> {
    return this.pages('groups', `SELECT id, ${inFiles(GROUP_TABLE)} FROM groups ORDER BY name COLLATE "C"`);
  }

  async *users(): AsyncGenerator<ExportedUser[]> {
    const pages = this.pages<ExportedRow>(
      'users',
      `SELECT id, ${inFiles(USER_TABLE)} FROM users ORDER BY name COLLATE "C"`,
    );
    for await (const users of pages) {
      const groups = new Map<number, string[]>(users.map(({ id }) => [id, []]));
      const rows = await this.unitOfWork.manager.query<{ userId: number; name: string }[]>(
        `SELECT m.user_id AS "userId", g.name FROM unnest($1::integer[]) AS input (member)
         CROSS JOIN LATERAL (SELECT user_id, group_id FROM memberships WHERE ${sameKeySql('user_id', 'input.member')} OFFSET 0) m
         CROSS JOIN LATERAL (SELECT name FROM groups WHERE id = m.group_id OFFSET 0) g`,
        [users.map(({ id }) => id)],
      );
      for (const { userId, name } of rows) groups.get(userId)?.push(name);
      yield users.map((user) => ({ ...user, groups: groups.get(user.id) ?? [] }));
    }
  }

  /** The names of the users who have a password. */
  async *usersWithPassword(): AsyncGenerator<string[]> {
    const pages = this.pages<{ readonly name: string }>(
      'passwords',
      'SELECT name FROM users WHERE password_hash IS NOT NULL ORDER BY name COLLATE "C"',
    );
    for await (const page of pages) yield page.map(({ name }) => name);
  }

  /** Everything below a service: parents before their children, siblings by name. */
  tree(serviceId: number): AsyncGenerator<ExportedResource[]> {
    return this.pages(
      'tree',
      `WITH RECURSIVE tree AS (
         SELECT id, display_name, ARRAY[name]::text[] AS names, ARRAY[type]::text[] AS types FROM resources WHERE parent_id = $1
         UNION ALL SELECT c.id, c.display_name, t.names || c.name::text, t.types || c.type::text FROM tree t
         CROSS JOIN LATERAL (SELECT id, display_name, name, type FROM resources WHERE ${sameKeySql('parent_id', 't.id')} OFFSET 0) c
       ) SELECT id, display_name AS "displayName", names, types FROM tree ORDER BY names COLLATE "C"`,
      [serviceId],
    );
  }

  /** The assignments on some resources, in their order, and for each by kind, holder and name. */
  assignments(resourceIds: readonly number[]): AsyncGenerator<ExportedAssignment[]> {
    return this.pages(
      'assignments',
      `SELECT resource AS "resourceId", kind, holder, name, access, scope FROM (
         ${assignmentsOf('user')} UNION ALL ${assignmentsOf('group')}
       ) found ORDER BY position, kind COLLATE "C", holder COLLATE "C", name COLLATE "C"`,
      [resourceIds],
    );
  }

  private async *pages<T>(
    what: string,
    query: string,
    parameters: readonly unknown[] = [],
  ): AsyncGenerator<T[]> {
    const { manager } = this.unitOfWork;
    const cursor = `exported_${what}`;
    await manager.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`, [...parameters]);
    for (;;) {
      const page = await manager.query<T[]>(`FETCH ${this.rows} FROM ${cursor}`);
      if (page.length > 0) yield page;
      if (page.length < this.rows) break;
    }
    await manager.query(`CLOSE ${cursor}`);
  }
}

function assignmentsOf(kind: ExportedAssignment['kind']): string {
  return `SELECT input.resource, input.position, '${kind}' AS kind, holders.name AS holder, p.name, p.access, p.scope
    FROM unnest($1::integer[]) WITH ORDINALITY AS input (resource, position)
    CROSS JOIN LATERAL (SELECT ${kind}_id AS holder_id, name, access, scope FROM ${kind}_permissions WHERE ${sameKeySql('resource_id', 'input.resource')} OFFSET 0) p
    CROSS JOIN LATERAL (SELECT name FROM ${kind}s WHERE id = p.holder_id OFFSET 0) holders`;
}

function inFiles(table: AnyTable): string {
  return selection(table, { of: ({ file, secret }: Field) => file !== undefined && !secret });
}
