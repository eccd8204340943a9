import type { DataSource } from 'typeorm';
import {
  type HeldAssignment,
  type PermissionEntry,
  type PermissionList,
  allowedPermissionList,
  appliedEntries,
  directEntries,
  inheritedEntries,
  permissionList,
  resolvedEntries,
} from '@gatehouse/access-engine';
import {
  SERVICE_TYPE_NAMES,
  allowedPermissions,
  resourceTypeOf,
  serviceTypeOf,
} from '@gatehouse/service-types';

interface ResourceRow {
  readonly id: number;
  readonly name: string;
  readonly display_name: string;
  readonly type: string;
  readonly parent_id: number | null;
  readonly root_service_id: number | null;
  /** Of services. */
  readonly service_type: string | null;
  readonly url: string | null;
  readonly sync_type: string | null;
}

interface AssignmentRow {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly principal: string;
  readonly resource_id: number;
  readonly name: HeldAssignment['name'];
  readonly access: HeldAssignment['access'];
  readonly scope: HeldAssignment['scope'];
}

type Content = Record<string, unknown>;
type ListOf = (row: ResourceRow) => PermissionList;

/** Which assignments of a user are listed. */
export interface SourceQuery {
  readonly inherited?: boolean;
  readonly resolve?: boolean;
}

const NOTHING = permissionList([]);

/**
 * The contents of replies that list services and resources, as plain objects of rows that are read from the database with statements of
 * its own: objects order their members by themselves.
 */
export class TreeOracle {
  private constructor(
    private readonly rows: readonly ResourceRow[],
    private readonly assignments: readonly AssignmentRow[],
    private readonly memberships: readonly { readonly user: string; readonly group: string }[],
    private readonly publicUrl: string,
  ) {}

  static async read(database: DataSource, publicUrl: string): Promise<TreeOracle> {
    const rows = await database.query<ResourceRow[]>(
      `SELECT r.*, s.type AS service_type, s.url, s.sync_type FROM resources r LEFT JOIN services s ON s.resource_id = r.id
       ORDER BY r.name COLLATE "C"`,
    );
    const assignments = await database.query<AssignmentRow[]>(
      `SELECT 'user' AS kind, u.id, u.name AS principal, p.resource_id, p.name, p.access, p.scope
         FROM user_permissions p JOIN users u ON u.id = p.user_id
       UNION ALL SELECT 'group', g.id, g.name, p.resource_id, p.name, p.access, p.scope
         FROM group_permissions p JOIN groups g ON g.id = p.group_id`,
    );
    const memberships = await database.query<{ user: string; group: string }[]>(
      `SELECT u.name AS "user", g.name AS "group" FROM memberships m JOIN users u ON u.id = m.user_id JOIN groups g ON g.id = m.group_id`,
    );
    return new TreeOracle(rows, assignments, memberships, publicUrl);
  }

  /** Ids of all services and resources. */
  get ids(): readonly number[] {
    return this.rows.map(({ id }) => id);
  }

  services(flatten = false): Content {
    const shown = this.serviceRows().map((row) => this.withUrl(row));
    return { services: flatten ? shown : byTypeAndName(SERVICE_TYPE_NAMES, shown) };
  }

  resources(): Content {
    const shown = this.serviceRows().map((row) => ({
      ...this.basic(row),
      ...allowedIn(row)(row),
      resources: this.children(row, allowedIn(row)),
    }));
    return { resources: byTypeAndName(SERVICE_TYPE_NAMES, shown) };
  }

  serviceResources(name: string): Content {
    const row = this.service(name);
    return { [name]: { ...this.withUrl(row), resources: this.children(row, allowedIn(row)) } };
  }

  resource(id: number): Content {
    const row = this.rows.find((one) => one.id === id)!;
    const service = this.rows.find((one) => one.id === (row.root_service_id ?? row.id))!;
    return { resource: this.node(row, allowedIn(service)) };
  }

  userServices(user: string, query: SourceQuery & { cascade?: boolean; flatten?: boolean }): Content {
    const listOf = this.listOfUser(user, query);
    const shown = this.listed(this.assignedToUser(user, query), query.cascade).map((row) =>
      this.withList(row, listOf),
    );
    const byType = byTypeAndName([], shown);
    return {
      services: query.flatten ? Object.values(byType).flatMap((ofType) => Object.values(ofType)) : byType,
    };
  }

  userResources(user: string, query: SourceQuery, everything: boolean): Content {
    const assigned = this.assignedToUser(user, query);
    const listed = everything ? this.serviceRows() : this.listed(assigned, true);
    return this.trees(
      listed,
      SERVICE_TYPE_NAMES,
      everything ? undefined : assigned,
      this.listOfUser(user, query),
    );
  }

  userServiceResources(user: string, service: string, query: SourceQuery): Content {
    return this.tree(this.service(service), this.assignedToUser(user, query), this.listOfUser(user, query));
  }

  groupServices(group: string): Content {
    const shown = this.listed(this.assignedToGroup(group)).map((row) =>
      this.withList(row, this.listOfGroup(group)),
    );
    return { services: byTypeAndName([], shown) };
  }

  groupResources(group: string): Content {
    const applied = this.listOfGroup(group);
    const listOf: ListOf = (row) =>
      row.parent_id === null ? applied(row) : permissionList(inheritedEntries(this.held(row, [], [group])));
    return this.trees(this.serviceRows(), [], this.assignedToGroup(group), listOf);
  }

  groupServiceResources(group: string, service: string): Content {
    return this.tree(this.service(service), this.assignedToGroup(group), this.listOfGroup(group));
  }

  private serviceRows(): ResourceRow[] {
    return this.rows.filter(({ parent_id: parent }) => parent === null);
  }

  private service(name: string): ResourceRow {
    return this.serviceRows().find((row) => row.name === name)!;
  }

  private basic(row: ResourceRow): Content & { service_name: string; service_type: string } {
    return {
      service_name: row.name,
      service_type: row.service_type ?? '',
      service_sync_type: row.sync_type,
      service_configurable: serviceTypeOf(row.service_type ?? '')?.configuration !== undefined,
      resource_id: row.id,
      public_url: `${this.publicUrl}/${encodeURIComponent(row.name).replaceAll('%3A', ':')}`,
    };
  }

  private withUrl(row: ResourceRow) {
    return { ...this.basic(row), service_url: row.url, ...allowedIn(row)(row) };
  }

  private withList(row: ResourceRow, listOf: ListOf) {
    return { ...this.basic(row), ...listOf(row) };
  }

  private node(row: ResourceRow, listOf: ListOf, shown?: ReadonlySet<number>): Content {
    return {
      resource_name: row.name,
      resource_display_name: row.display_name,
      resource_type: row.type,
      resource_id: row.id,
      parent_id: row.parent_id,
      root_service_id: row.root_service_id,
      ...listOf(row),
      children: this.children(row, listOf, shown),
    };
  }

  private children(parent: ResourceRow, listOf: ListOf, shown?: ReadonlySet<number>): Content {
    const children: Content = {};
    for (const row of this.rows)
      if (row.parent_id === parent.id && (shown?.has(row.id) ?? true))
        children[row.id] = this.node(row, listOf, shown);
    return children;
  }

  private trees(
    services: readonly ResourceRow[],
    types: readonly string[],
    assigned: ReadonlySet<number> | undefined,
    listOf: ListOf,
  ): Content {
    const shown = assigned && this.withAncestors(assigned);
    const trees = services.map((row) => ({
      ...this.withList(row, listOf),
      resources: this.children(row, listOf, shown),
    }));
    return { resources: byTypeAndName(types, trees) };
  }

  private tree(row: ResourceRow, assigned: ReadonlySet<number>, listOf: ListOf): Content {
    const resources = this.children(row, listOf, this.withAncestors(assigned));
    return { service: { ...this.withList(row, listOf), resources } };
  }

  private withAncestors(assigned: ReadonlySet<number>): Set<number> {
    const shown = new Set<number>();
    for (let ids = [...assigned]; ids.length > 0;) {
      for (const id of ids) shown.add(id);
      ids = this.rows.flatMap(({ id, parent_id: parent }) =>
        ids.includes(id) && parent !== null ? [parent] : [],
      );
    }
    return shown;
  }

  /** The services with assignments, or with `cascade` also those with some below. */
  private listed(assigned: ReadonlySet<number>, cascade = false): ResourceRow[] {
    const shown = cascade ? this.withAncestors(assigned) : assigned;
    return this.serviceRows().filter(({ id }) => shown.has(id));
  }

  private groupsOf(user: string, { inherited, resolve }: SourceQuery): string[] {
    if (!inherited && !resolve) return [];
    return this.memberships.filter((one) => one.user === user).map(({ group }) => group);
  }

  private assignedToUser(user: string, query: SourceQuery): Set<number> {
    return this.resourcesOf([user], this.groupsOf(user, query));
  }

  private assignedToGroup(group: string): Set<number> {
    return this.resourcesOf([], [group]);
  }

  private resourcesOf(users: readonly string[], groups: readonly string[]): Set<number> {
    const counted = this.assignments.filter(({ kind, principal }) =>
      (kind === 'user' ? users : groups).includes(principal),
    );
    return new Set(counted.map(({ resource_id: id }) => id));
  }

  private listOfUser(user: string, query: SourceQuery): ListOf {
    const groups = this.groupsOf(user, query);
    const entries = (held: HeldAssignment[]): PermissionEntry[] => {
      if (query.resolve) return resolvedEntries(held);
      return query.inherited ? inheritedEntries(held) : directEntries(held);
    };
    return (row) => permissionList(entries(this.held(row, [user], groups)));
  }

  private listOfGroup(group: string): ListOf {
    return (row) => permissionList(appliedEntries(this.held(row, [], [group])));
  }

  private held(row: ResourceRow, users: readonly string[], groups: readonly string[]): HeldAssignment[] {
    return this.assignments
      .filter(
        ({ resource_id: id, kind, principal }) =>
          id === row.id && (kind === 'user' ? users : groups).includes(principal),
      )
      .map(({ kind, id, principal, name, access, scope }) => ({
        principal: {
          kind,
          id,
          name: principal,
          rank: kind === 'user' ? 3 : principal === 'anonymous' ? 0 : 1,
        },
        name,
        access,
        scope,
      }));
  }
}

function allowedIn(service: ResourceRow): ListOf {
  return ({ type }) => {
    const [serviceType, resourceType] = [serviceTypeOf(service.service_type ?? ''), resourceTypeOf(type)];
    return serviceType && resourceType
      ? allowedPermissionList(allowedPermissions(serviceType, resourceType))
      : NOTHING;
  };
}

function byTypeAndName<Shown extends { service_name: string; service_type: string }>(
  types: readonly string[],
  services: readonly Shown[],
): Record<string, Record<string, Shown>> {
  const all = [...new Set([...types, ...services.map(({ service_type: type }) => type)])].sort();
  return Object.fromEntries(
    all.map((type) => [
      type,
      Object.fromEntries(
        services.filter((one) => one.service_type === type).map((one) => [one.service_name, one]),
      ),
    ]),
  );
}
