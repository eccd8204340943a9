import { ACCESSES, SCOPES } from '../permission';
import type { ChangeEntry, Entity, ResourceRow, RowOf, UserRow } from '../snapshot/rows';
import { ANONYMOUS_GROUP, PERMISSIONS_IN_USE, pick } from './scenario';
import type { Scenario } from './scenario';

/** A random write; the numbers select its objects. */
export type Write = readonly [kind: number, a: number, b: number, c: number, d: number];

/** A deleted row that has not been reported yet. */
interface Later {
  readonly entity: Entity;
  readonly row: RowOf[Entity];
}

/**
 * A model of the store that executes writes like the real one and reports the changes row by row. Snapshots that follow it are
 * compared with snapshots loaded from it. The rows below and of a deleted object are deleted with it; the change reports all
 * of them, as a cascade does, or only some, if `reported` is less than their number: the others are reported by later changes.
 */
export class ModelStore {
  private readonly tables: { [E in Entity]: Map<string, RowOf[E]> } = {
    user: new Map(),
    group: new Map(),
    membership: new Map(),
    resource: new Map(),
    service: new Map(),
    user_rule: new Map(),
    group_rule: new Map(),
  };
  private entries: ChangeEntry[] = [];
  private later: Later[] = [];
  private nextId = 1000;
  private revision: number;

  constructor(
    scenario: Scenario,
    /** Rows below and of a deleted object that a change reports at most. */
    private readonly reported = Infinity,
  ) {
    this.revision = scenario.revision;
    for (const row of scenario.users) this.put('user', row);
    for (const row of scenario.groups) this.put('group', row);
    for (const row of scenario.memberships) this.put('membership', row);
    for (const row of scenario.resources) this.put('resource', row);
    for (const row of scenario.services) this.put('service', row);
    for (const row of scenario.userAssignments) this.put('user_rule', row);
    for (const row of scenario.groupAssignments) this.put('group_rule', row);
    this.entries = [];
  }

  /** The current rows. */
  scenario(): Scenario {
    const { user, group, membership, resource, service, user_rule, group_rule } = this.tables;
    return {
      revision: this.revision,
      users: [...user.values()],
      groups: [...group.values()],
      memberships: [...membership.values()],
      resources: [...resource.values()],
      services: [...service.values()],
      userAssignments: [...user_rule.values()],
      groupAssignments: [...group_rule.values()],
    };
  }

  /** Executes writes in one revision and returns the changes. */
  write(writes: readonly Write[]): { revision: number; entries: ChangeEntry[] } {
    this.entries = [];
    for (const write of writes) this.writeOne(write);
    return { revision: ++this.revision, entries: this.entries };
  }

  /** Reports some rows that were deleted before, in one revision. */
  writeLater(count: number): { revision: number; entries: ChangeEntry[] } {
    this.entries = [];
    for (const { entity, row } of this.later.splice(0, count)) this.note(entity, 'delete', row);
    return { revision: ++this.revision, entries: this.entries };
  }

  private writeOne([kind, a, b, c, d]: Write): void {
    const { user, group, resource } = this.tables;
    const users = [...user.values()];
    const groups = [...group.values()];
    const resources = [...resource.values()];
    const writes: (() => void)[] = [
      () => this.createUser(),
      () => this.renameUsers(pick(users, a), pick(users, b)),
      () => this.deleteUser(pick(users, a).id, b),
      () => this.put('group', { id: this.nextId, name: `group-${this.nextId++}` }),
      () => this.renameGroup(pick(groups, a).id, pick(['anonymous', 'administrators', 'renamed'], b)),
      () => this.deleteGroup(pick(groups, a).id, b),
      () => this.put('membership', { userId: pick(users, a).id, groupId: pick(groups, b).id }),
      () => this.dropAny('membership', a),
      () => this.createResource(pick(resources, a), b),
      () => this.createService(),
      () => this.configureAnyService(a),
      () => this.renameResource(pick(resources, a), b),
      () => this.put('resource', { ...pick(resources, a), ordering: b % 7 }),
      () => this.move(pick(resources, a), pick(resources, b)),
      () => this.deleteBranch(pick(resources, a), b),
      () => this.setAssignment(pick(users, a).id, pick(resources, b).id, c, d, 'user_rule'),
      () => this.setAssignment(pick(groups, a).id, pick(resources, b).id, c, d, 'group_rule'),
      () => this.dropAny('user_rule', a),
      () => this.dropAny('group_rule', a),
    ];
    // There is always something to choose from.
    if (users.length === 0) this.createUser();
    else if (groups.length === 0) this.put('group', { id: this.nextId, name: `group-${this.nextId++}` });
    else if (resources.length === 0) this.createService();
    else pick(writes, kind)();
  }

  private createUser(): void {
    const row = { id: this.nextId, name: `User-${this.nextId++}` };
    this.put('user', row);
    if (this.tables.group.has(String(ANONYMOUS_GROUP)))
      this.put('membership', { userId: row.id, groupId: ANONYMOUS_GROUP });
  }

  /** Two users exchange names, so that both temporarily have the same one within the revision. */
  private renameUsers(first: UserRow, second: UserRow): void {
    this.put('user', { ...first, name: second.name });
    this.put('user', { ...second, name: first === second ? second.name.toUpperCase() : first.name });
  }

  /** The special names move, too. */
  private renameGroup(id: number, name: string): void {
    const taken = [...this.tables.group.values()].some((row) => row.name === name);
    this.put('group', { id, name: taken ? `${name}-${this.nextId++}` : name });
  }

  /** Names of services are unique; siblings can have the same name in this store. */
  private renameResource(row: ResourceRow, choice: number): void {
    const name = row.parentId === null ? `service-${this.nextId++}` : `renamed-${choice % 5}`;
    this.put('resource', { ...row, name });
  }

  private deleteUser(id: number, order: number): void {
    this.cascade(order, () => this.dropWhere('user', (row) => row.id === id), [
      () => this.dropWhere('membership', (row) => row.userId === id),
      () => this.dropWhere('user_rule', (row) => row.principalId === id),
    ]);
  }

  private deleteGroup(id: number, order: number): void {
    this.cascade(order, () => this.dropWhere('group', (row) => row.id === id), [
      () => this.dropWhere('membership', (row) => row.groupId === id),
      () => this.dropWhere('group_rule', (row) => row.principalId === id),
    ]);
  }

  private createResource(parent: ResourceRow, ordering: number): void {
    const id = this.nextId++;
    const rootServiceId = parent.rootServiceId ?? parent.id;
    this.put('resource', {
      id,
      name: `New-${id}`,
      type: 'route',
      parentId: parent.id,
      rootServiceId,
      ordering: ordering % 7,
    });
  }

  private createService(): void {
    const id = this.nextId++;
    const row: ResourceRow = {
      id,
      name: `svc-${id}`,
      type: 'service',
      parentId: null,
      rootServiceId: null,
      ordering: 0,
    };
    this.put('service', {
      resourceId: id,
      type: 'api',
      url: `http://upstream/${id}`,
      configuration: { id },
      proxy: null,
    });
    this.put('resource', row);
  }

  private configureAnyService(choice: number): void {
    const services = [...this.tables.service.values()];
    if (services.length > 0)
      this.put('service', { ...pick(services, choice), url: `http://moved/${choice}` });
  }

  /** Also to another service, which the product does not support. */
  private move(row: ResourceRow, parent: ResourceRow): void {
    const branch = this.branch(row);
    if (row.parentId === null || branch.some(({ id }) => id === parent.id)) return;
    const rootServiceId = parent.rootServiceId ?? parent.id;
    for (const below of branch) this.put('resource', { ...below, rootServiceId });
    this.put('resource', { ...row, rootServiceId, parentId: parent.id });
  }

  private deleteBranch(root: ResourceRow, order: number): void {
    const ids = new Set(this.branch(root).map(({ id }) => id));
    this.cascade(order, () => {
      this.dropWhere('service', (row) => ids.has(row.resourceId));
      this.drop('resource', root);
    }, [
      () => this.dropWhere('user_rule', (row) => ids.has(row.resourceId)),
      () => this.dropWhere('group_rule', (row) => ids.has(row.resourceId)),
      () => this.dropWhere('resource', (row) => ids.has(row.id)),
    ]);
  }

  private branch(root: ResourceRow): ResourceRow[] {
    const children = [...this.tables.resource.values()].filter((row) => row.parentId === root.id);
    return [root, ...children.flatMap((child) => this.branch(child))];
  }

  private setAssignment(
    principalId: number,
    resourceId: number,
    name: number,
    modifiers: number,
    entity: 'user_rule' | 'group_rule',
  ): void {
    this.put(entity, {
      principalId,
      resourceId,
      name: pick(PERMISSIONS_IN_USE, name),
      access: pick(ACCESSES, modifiers),
      scope: pick(SCOPES, modifiers >>> 1),
    });
  }

  /** A cascade leaves its entries in an unspecified order. The object's own rows are always reported. */
  private cascade(order: number, own: () => void, others: (() => void)[]): void {
    const steps = this.reported === Infinity ? [own, ...others] : others;
    const turn = order % steps.length;
    if (this.reported < Infinity) own();
    const first = this.entries.length;
    for (const step of [...steps.slice(turn), ...steps.slice(0, turn)]) step();
    if (this.reported < Infinity)
      for (const { entity, row } of this.entries.splice(first + this.reported))
        this.later.push({ entity, row });
  }

  private dropWhere<E extends Entity>(entity: E, goes: (row: RowOf[E]) => boolean): void {
    const table: Map<string, RowOf[E]> = this.tables[entity];
    for (const row of table.values()) if (goes(row)) this.drop(entity, row);
  }

  private dropAny(entity: 'membership' | 'user_rule' | 'group_rule', choice: number): void {
    const rows = [...this.tables[entity].values()];
    if (rows.length > 0) this.drop(entity, pick(rows, choice));
  }

  private drop<E extends Entity>(entity: E, row: RowOf[E]): void {
    this.tables[entity].delete(keyOf(entity, row));
    this.note(entity, 'delete', row);
  }

  private put<E extends Entity>(entity: E, row: RowOf[E]): void {
    const table: Map<string, RowOf[E]> = this.tables[entity];
    const key = keyOf(entity, row);
    this.note(entity, table.has(key) ? 'update' : 'insert', row);
    table.set(key, row);
  }

  private note<E extends Entity>(entity: E, op: ChangeEntry['op'], row: RowOf[E]): void {
    // The pair of entity and row is correct by the signature, which the union cannot express.
    this.entries.push({ entity, op, row } as unknown as ChangeEntry);
  }
}

function keyOf<E extends Entity>(entity: E, row: RowOf[E]): string {
  if ('id' in row) return String(row.id);
  if (entity === 'service') return String((row as RowOf['service']).resourceId);
  if ('userId' in row) return `${row.userId} ${row.groupId}`;
  const assignment = row as RowOf['user_rule'];
  return `${assignment.principalId} ${assignment.resourceId} ${assignment.name}`;
}
