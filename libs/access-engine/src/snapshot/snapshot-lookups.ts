import type { ServiceTree } from '../target';
import type { HeldAssignment } from '../resolve';
import { FoldedNames } from './folded-names';
import { distinctAssignments, heldAssignments, resourcesOf } from './held-assignments';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';
import type { GroupRow, ResourceRow, ServiceView, UserRow } from './rows';

/** Lookups in a snapshot: accounts, groups, services and their trees, and what is assigned where. */
export class SnapshotLookups {
  protected readonly foldedNames = new FoldedNames();

  constructor(protected readonly store: CompiledStore) {}

  user(id: number): UserRow | undefined {
    return rowOf(this.store.users.get(id));
  }

  /** Ignoring case. */
  userByName(name: string): UserRow | undefined {
    return rowOf(this.store.users.byName(name));
  }

  group(id: number): GroupRow | undefined {
    return rowOf(this.store.groups.get(id));
  }

  /** Case-sensitive. */
  groupByName(name: string): GroupRow | undefined {
    return rowOf(this.store.groups.byName(name));
  }

  /** The groups of a user, by id. */
  groupsOf(userId: number): GroupRow[] {
    return this.linkedTo(this.store.users.get(userId));
  }

  /** The members of a group, by id. */
  membersOf(groupId: number): UserRow[] {
    return this.linkedTo(this.store.groups.get(groupId));
  }

  /** Number of members of a group; 0 if it is unknown. */
  memberCountOf(groupId: number): number {
    const group = this.store.groups.get(groupId);
    return group ? this.store.linkCount(group) : 0;
  }

  resource(id: number): ResourceRow | undefined {
    const slot = this.store.resources.slotOf(id);
    return slot === NO_SLOT ? undefined : this.store.resources.row(slot);
  }

  /** The resource and its ancestors, the service last; empty if it is unknown. */
  pathOf(id: number): ResourceRow[] {
    const { resources } = this.store;
    const path: ResourceRow[] = [];
    for (let slot = resources.slotOf(id); slot !== NO_SLOT; slot = resources.parent(slot))
      path.push(resources.row(slot));
    return path;
  }

  /** The ids of a resource and of those above it, the service last; none if it is unknown. */
  *idsAbove(id: number): Generator<number, void, undefined> {
    const { resources } = this.store;
    for (let slot = resources.slotOf(id); slot !== NO_SLOT; slot = resources.parent(slot))
      yield resources.id(slot);
  }

  /** The children of a resource, in order. */
  children(id: number): ResourceRow[] {
    const { resources } = this.store;
    const slot = resources.slotOf(id);
    return slot === NO_SLOT ? [] : resources.children(slot).map((child) => resources.row(child));
  }

  /** Number of children of a resource; 0 if it is unknown. */
  childCountOf(id: number): number {
    const { resources } = this.store;
    const slot = resources.slotOf(id);
    return slot === NO_SLOT ? 0 : resources.childCount(slot);
  }

  /** The resource and its descendants, depth first, siblings in order; empty if it is unknown. */
  *branch(id: number): Generator<ResourceRow, void, undefined> {
    const { resources } = this.store;
    const pending = [resources.slotOf(id)];
    for (let slot = pending.pop(); slot !== undefined && slot !== NO_SLOT; slot = pending.pop()) {
      yield resources.row(slot);
      for (const child of resources.children(slot).reverse()) pending.push(child);
    }
  }

  /** The id of the child of that name, ignoring case. Reference: request-mapping#parameters. */
  childByName(parentId: number, name: string): number | undefined {
    const { resources } = this.store;
    const parent = resources.slotOf(parentId);
    const child = parent === NO_SLOT ? NO_SLOT : resources.childByName(parent, name);
    return child === NO_SLOT ? undefined : resources.id(child);
  }

  /** All services, by id. */
  services(): ServiceView[] {
    return [...this.store.services.values()].sort((a, b) => a.resourceId - b.resourceId);
  }

  /** The same object as long as the service does not change. */
  service(resourceId: number): ServiceView | undefined {
    return this.store.services.get(resourceId);
  }

  /** Case-sensitive. */
  serviceByName(name: string): ServiceView | undefined {
    const id = this.store.serviceIdByName(name);
    return id === undefined ? undefined : this.service(id);
  }

  /** The service that a resource belongs to, a service belongs to itself. */
  serviceOf(resourceId: number): ServiceView | undefined {
    const { resources } = this.store;
    const slot = resources.slotOf(resourceId);
    return slot === NO_SLOT ? undefined : this.service(resources.id(resources.root(slot)));
  }

  /** The tree of a service, in the form that request mappings use. */
  treeOf(serviceId: number): ServiceTree {
    return {
      serviceId,
      childByName: (parentId, name) => this.childByName(parentId, name),
      childrenOf: (parentId) => this.childIds(parentId),
      childrenByFold: (parentId, name) => this.childrenByFold(parentId, name),
      nameOf: (resourceId) => this.resource(resourceId)?.name ?? '',
      typeOf: (resourceId) => this.resource(resourceId)?.type ?? '',
    };
  }

  isAdministrator(userId: number | undefined): boolean {
    const user = this.userSlot(userId);
    return user !== NO_SLOT && this.isAdmin(user);
  }

  /** The assignments of a user and of its groups on one resource. */
  heldAssignments(userId: number | undefined, resourceId: number): HeldAssignment[] {
    const user = this.principalOf(userId);
    const slot = this.store.resources.slotOf(resourceId);
    return user && slot !== NO_SLOT
      ? heldAssignments(this.store, [user, ...this.store.linkedTo(user)], slot)
      : [];
  }

  /** The same for lists without duplicates, which are the same from it, whatever the number of groups with identical ones. */
  distinctAssignments(userId: number | undefined, resourceId: number): HeldAssignment[] {
    const user = this.principalOf(userId);
    const slot = this.store.resources.slotOf(resourceId);
    return user && slot !== NO_SLOT ? distinctAssignments(this.store, user, slot) : [];
  }

  /** The assignments of one group on one resource. */
  groupAssignments(groupId: number, resourceId: number): HeldAssignment[] {
    const group = this.store.groups.get(groupId);
    const slot = this.store.resources.slotOf(resourceId);
    return group && slot !== NO_SLOT ? heldAssignments(this.store, [group], slot) : [];
  }

  /** The ids of the resources on which a user has assignments; with `inherited`, also those on which its groups have some. */
  assignedResources(userId: number | undefined, inherited: boolean): Set<number> {
    const user = this.principalOf(userId);
    if (!user) return new Set();
    return resourcesOf(this.store, inherited ? [user, ...this.store.linkedTo(user)] : [user]);
  }

  /** The ids of the resources on which a group has assignments. */
  groupAssignedResources(groupId: number): Set<number> {
    const group = this.store.groups.get(groupId);
    return resourcesOf(this.store, group ? [group] : []);
  }

  private childIds(parentId: number): readonly number[] {
    const { resources } = this.store;
    const parent = resources.slotOf(parentId);
    return parent === NO_SLOT ? [] : resources.children(parent).map((child) => resources.id(child));
  }

  private childrenByFold(parentId: number, name: string): readonly number[] {
    return this.foldedNames.childrenOf(parentId, name, () => this.children(parentId));
  }

  protected principalOf(userId: number | undefined): PrincipalEntry | undefined {
    return userId === undefined ? this.store.anonymousUser : this.store.users.get(userId);
  }

  protected userSlot(userId: number | undefined): number {
    return userId === undefined
      ? (this.store.anonymousUser?.slot ?? NO_SLOT)
      : this.store.users.slotOf(userId);
  }

  protected isAdmin(user: number): boolean {
    const { adminGroup } = this.store;
    return adminGroup !== undefined && this.store.isMember(user, adminGroup.slot);
  }

  private linkedTo(principal: PrincipalEntry | undefined): UserRow[] {
    if (!principal) return [];
    return this.store
      .linkedTo(principal)
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => a.id - b.id);
  }
}

function rowOf(entry: PrincipalEntry | undefined): UserRow | undefined {
  return entry && { id: entry.id, name: entry.name };
}
