import { AccessSnapshot, type Permission } from '@gatehouse/access-engine';
import {
  type AssignmentKey,
  type ChildKey,
  type DirectorySettings,
  type ProtectedService,
  type ResourceNode,
  defaultObjects,
} from '@gatehouse/directory';
import { nameKey } from '@gatehouse/names';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import type { Place } from '../message';
import type { PlanLookups } from '../plan/lookups';

interface MemoryPrincipal {
  readonly id: number;
  readonly name: string;
  /** Of users; groups have the default. */
  readonly kind: 'person' | 'service';
  /** Of groups. */
  readonly hasTerms: boolean;
}

/** An assignment, and where the files state it; undefined for none that a file states. */
export interface MemoryAssignment extends AssignmentKey {
  readonly permission: Permission;
  readonly place: Place | undefined;
}

type NewService = Omit<ProtectedService, 'id'>;
type NewResource = Pick<ResourceNode, 'name' | 'displayName' | 'type'>;

/**
 * The state of an instance in memory: services, resources, users, groups, memberships and assignments. It begins as an instance does
 * that nobody has used. Whoever writes it keeps to the rules, as plans do; nothing is checked here.
 */
export class MemoryState implements PlanLookups {
  private readonly names: { readonly adminGroup: string; readonly anonymousUser: string };
  private lastId = 0;
  private readonly principals = {
    user: new Map<string, MemoryPrincipal>(),
    group: new Map<string, MemoryPrincipal>(),
  };
  private readonly emails = new Map<string, MemoryPrincipal>();
  /** `{user id} {group id}`. */
  private readonly members = new Set<string>();
  private readonly protectedServices = new Map<string, ProtectedService>();
  private readonly nodes = new Map<number, ResourceNode>();
  /** By `{id of the parent} {key of the name}`. */
  private readonly childNodes = new Map<string, ResourceNode>();
  private readonly held = new Map<string, MemoryAssignment>();

  constructor(settings: DirectorySettings) {
    this.names = settings;
    const { administrators, anonymousGroup, usersGroup, administrator, anonymous } = defaultObjects(settings);
    for (const { name } of [administrators, anonymousGroup, usersGroup]) this.addGroup(name);
    for (const { name, email, group } of [administrator, anonymous])
      this.addMembership(this.addAccount(name, email), this.idOf('group', group.name));
  }

  async newestRevision(): Promise<number> {
    return 0;
  }

  async services(names: readonly string[]): Promise<Map<string, ProtectedService>> {
    return found(names, (name) => this.protectedServices.get(name));
  }

  async groups(names: readonly string[]): Promise<Map<string, MemoryPrincipal>> {
    return found(names, (name) => this.principals.group.get(nameKey(name)));
  }

  async users(names: readonly string[]): Promise<Map<string, MemoryPrincipal>> {
    return found(names, (name) => this.principals.user.get(nameKey(name)));
  }

  async usersWithEmail(emails: readonly string[]): Promise<Map<string, MemoryPrincipal>> {
    return found(emails, (email) => this.emails.get(nameKey(email)));
  }

  async children(keys: readonly ChildKey[]): Promise<(ResourceNode | undefined)[]> {
    return keys.map(({ parentId, name }) => this.childNodes.get(childKey(parentId, name)));
  }

  /** None: identifiers in files are those of an instance, which are not known here. */
  async resources(): Promise<Map<number, ResourceNode>> {
    return new Map();
  }

  async assignments(): Promise<(key: AssignmentKey) => Permission | undefined> {
    return (key) => this.held.get(assignmentKey(key))?.permission;
  }

  async memberships(
    keys: readonly { readonly userId: number; readonly groupId: number }[],
  ): Promise<ReadonlySet<string>> {
    const wanted = keys.map(({ userId, groupId }) => `${userId} ${groupId}`);
    return new Set(wanted.filter((key) => this.members.has(key)));
  }

  /** The assignments in the order in which they were set first. */
  heldAssignments(): Iterable<MemoryAssignment> {
    return this.held.values();
  }

  addGroup(name: string, hasTerms = false): number {
    return this.addPrincipal('group', name, { hasTerms }).id;
  }

  /** Adds an account, which is a member of the anonymous group as all are. */
  addUser(name: string, email: string, kind?: MemoryPrincipal['kind']): number {
    const id = this.addAccount(name, email, kind);
    this.addMembership(id, this.idOf('group', this.names.anonymousUser));
    return id;
  }

  /** The same for a member of a group who is in no other; undefined if there is no such group. The name can be that of no account. */
  addMemberOf(groupName: string): number | undefined {
    const group = this.principals.group.get(nameKey(groupName));
    if (group?.name !== groupName) return undefined;
    const id = this.addUser(`a member of ${groupName}`, '');
    this.addMembership(id, group.id);
    return id;
  }

  addMembership(userId: number, groupId: number): void {
    this.members.add(`${userId} ${groupId}`);
  }

  addService(service: NewService): number {
    const id = ++this.lastId;
    const { name } = service;
    this.nodes.set(id, {
      id,
      name,
      displayName: name,
      type: 'service',
      parentId: null,
      rootServiceId: null,
      ordering: 0,
    });
    this.setService({ ...service, id });
    return id;
  }

  /** Replaces the service of that name. */
  setService(service: ProtectedService): void {
    this.protectedServices.set(service.name, service);
  }

  addResource(parentId: number, resource: NewResource): number {
    const id = ++this.lastId;
    const rootServiceId = this.nodes.get(parentId)?.rootServiceId ?? parentId;
    // Later children are behind earlier ones.
    const node = { ...resource, id, parentId, rootServiceId, ordering: id };
    this.nodes.set(id, node);
    this.childNodes.set(childKey(parentId, resource.name), node);
    return id;
  }

  setAssignment(assignment: MemoryAssignment): void {
    this.held.set(assignmentKey(assignment), assignment);
  }

  removeAssignment(key: AssignmentKey): void {
    this.held.delete(assignmentKey(key));
  }

  /** What decisions need, as followers of a database have it. */
  snapshot(): AccessSnapshot {
    const assignments = (kind: 'user' | 'group') =>
      [...this.held.values()]
        .filter(({ principal }) => principal.kind === kind)
        .map(({ principal, resourceId, permission }) => ({
          principalId: principal.id,
          resourceId,
          ...permission,
        }));
    const { adminGroup, anonymousUser } = this.names;
    return AccessSnapshot.load(
      {
        revision: 0,
        users: this.principals.user.values(),
        groups: this.principals.group.values(),
        memberships: [...this.members].map((key) => {
          const [userId = 0, groupId = 0] = key.split(' ').map(Number);
          return { userId, groupId };
        }),
        resources: this.nodes.values(),
        services: [...this.protectedServices.values()].map(({ id, type, url, configuration, proxy }) => ({
          resourceId: id,
          type: type.name,
          url,
          configuration,
          proxy,
        })),
        userAssignments: assignments('user'),
        groupAssignments: assignments('group'),
      },
      { adminGroup, anonymousUser, anonymousGroup: anonymousUser },
      TYPE_CATALOGUE,
    );
  }

  private addAccount(name: string, email: string, kind: MemoryPrincipal['kind'] = 'person'): number {
    const user = this.addPrincipal('user', name, { kind });
    if (email !== '') this.emails.set(nameKey(email), user);
    return user.id;
  }

  private addPrincipal(
    kind: 'user' | 'group',
    name: string,
    fields: Partial<Pick<MemoryPrincipal, 'kind' | 'hasTerms'>> = {},
  ): MemoryPrincipal {
    const principal = { id: ++this.lastId, name, kind: 'person', hasTerms: false, ...fields } as const;
    this.principals[kind].set(nameKey(name), principal);
    return principal;
  }

  private idOf(kind: 'user' | 'group', name: string): number {
    return this.principals[kind].get(nameKey(name))?.id ?? this.addPrincipal(kind, name).id;
  }
}

function found<T>(names: readonly string[], find: (name: string) => T | undefined): Map<string, T> {
  return new Map(
    names.flatMap((name): [string, T][] => {
      const one = find(name);
      return one === undefined ? [] : [[name, one]];
    }),
  );
}

function childKey(parentId: number, name: string): string {
  return `${parentId} ${nameKey(name)}`;
}

function assignmentKey({ principal, resourceId, name }: AssignmentKey): string {
  return `${principal.kind} ${principal.id} ${resourceId} ${name}`;
}
