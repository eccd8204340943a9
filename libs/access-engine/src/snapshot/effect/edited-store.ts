import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import type { TypeCatalogue } from '../../type-catalogue';
import {
  nodeOf,
  permissionCode,
  permissionOfHeld,
  permissionOfPlaced,
  principalOf,
  strengthOfAssignment,
  withStrength,
} from '../assignment-code';
import type { CompiledStore } from '../compiled-store';
import { explicitAssignment } from '../matrix';
import { NO_SLOT } from '../resource-table';
import { EditedObjects, type Kind, UnknownObject } from './edited-objects';
import { NONE, type NodeEdits, type ServiceEdits, type StateEdits } from './state-edits';

/**
 * A store before and after edits, without a copy: new users, groups and resources have the slots behind those of the store.
 * Everybody is a member of the anonymous group, before and afterwards.
 */
export class EditedStore extends EditedObjects {
  /** Users whose decisions are compared, as flags: all but administrators, before or afterwards. */
  readonly isCompared: Uint8Array;
  comparedUsers = 0;
  /** Names of users who become administrators, and of those who no longer are. */
  readonly newAdministrators: string[] = [];
  readonly formerAdministrators: string[] = [];
  /** By permission and service. */
  readonly services = new Map<string, ServiceEdits>();
  /** The members who have joined or left by earlier edits, and then by the others. */
  private readonly joinedEarlier = new Map<number, Set<number>>();
  private readonly leftEarlier = new Map<number, Set<number>>();
  private readonly joined = new Map<number, Set<number>>();
  private readonly left = new Map<number, Set<number>>();

  private constructor(store: CompiledStore, types: TypeCatalogue, edits: StateEdits) {
    super(store, types, edits);
    this.isCompared = new Uint8Array(this.userSlots);
  }

  /** Undefined if an object of the edits does not exist. */
  static *compile(
    store: CompiledStore,
    types: TypeCatalogue,
    edits: StateEdits,
  ): Steps<EditedStore | undefined> {
    try {
      const edited = new EditedStore(store, types, edits);
      yield* edited.addMemberships();
      yield* edited.compareUsers();
      const earlier = yield* edited.earlierRules();
      yield* edited.addRules(earlier);
      yield* edited.addRulesOfMovedGroups();
      yield* edited.addEarlierRules(earlier);
      return edited;
    } catch (error) {
      if (error instanceof UnknownObject) return undefined;
      throw error;
    }
  }

  get publicGroup(): number {
    return this.store.publicGroup?.slot ?? NO_SLOT;
  }

  isMemberBefore(user: number, group: number): boolean {
    if (this.joinedEarlier.get(group)?.has(user)) return true;
    return !this.leftEarlier.get(group)?.has(user) && this.isStoredMember(user, group);
  }

  private isStoredMember(user: number, group: number): boolean {
    const { users, groups } = this.store;
    return user < users.slots && group < groups.slots && this.store.isMember(user, group);
  }

  isMemberAfter(user: number, group: number): boolean {
    if (this.joined.get(group)?.has(user)) return true;
    return !this.left.get(group)?.has(user) && this.isMemberBefore(user, group);
  }

  /** The users who are in a group before or afterwards, as slots; with some who are not compared. */
  *membersOf(group: number): Generator<number, void, undefined> {
    const { arena, groups } = this.store;
    if (group < groups.slots) yield* arena.copy(groups.links(group));
    for (const joined of [this.joinedEarlier.get(group), this.joined.get(group)]) if (joined) yield* joined;
  }

  memberCount(group: number): number {
    const { arena, groups } = this.store;
    const before = group < groups.slots ? arena.length(groups.links(group)) : 0;
    return before + (this.joinedEarlier.get(group)?.size ?? 0) + (this.joined.get(group)?.size ?? 0);
  }

  /** The users who join or leave a group. */
  *movedOf(group: number): Generator<number, void, undefined> {
    for (const moved of [this.joined.get(group), this.left.get(group)]) if (moved) yield* moved;
  }

  isMoved(group: number): boolean {
    return this.joined.has(group) || this.left.has(group);
  }

  private *addMemberships(): Steps<void> {
    const { store, edits } = this;
    let operations = 0;
    for (const { user, group, joins } of edits.earlier?.memberships ?? []) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      const [member, club] = [this.slotOf('user', user), this.slotOf('group', group)];
      if (joins !== this.isStoredMember(member, club))
        addTo(joins ? this.joinedEarlier : this.leftEarlier, club, member);
    }
    for (const { user, group, joins } of edits.memberships) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      const [member, club] = [this.slotOf('user', user), this.slotOf('group', group)];
      if (joins === this.isMemberBefore(member, club)) continue;
      addTo(joins ? this.joined : this.left, club, member);
    }
    for (const id of edits.removedUsers) {
      const user = this.slotOf('user', id);
      for (const group of store.arena.values(store.users.links(user))) addTo(this.left, group, user);
    }
    for (const id of edits.removedGroups) {
      const group = this.slotOf('group', id);
      for (const user of store.arena.copy(store.groups.links(group))) {
        if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
        addTo(this.left, group, user);
      }
    }
  }

  private *compareUsers(): Steps<void> {
    const { store } = this;
    const administrators = store.adminGroup?.slot ?? NO_SLOT;
    for (let user = 0; user < this.userSlots; user++) {
      if ((user + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      if (user < store.users.slots && !store.users.isLive(user)) continue;
      const wasAdministrator = administrators !== NO_SLOT && this.isMemberBefore(user, administrators);
      const isAdministrator = administrators !== NO_SLOT && this.isMemberAfter(user, administrators);
      if (isAdministrator && !wasAdministrator) this.newAdministrators.push(this.userName(user));
      if (wasAdministrator && !isAdministrator) this.formerAdministrators.push(this.userName(user));
      if (isAdministrator || wasAdministrator) continue;
      this.isCompared[user] = 1;
      this.comparedUsers += 1;
    }
    this.newAdministrators.sort();
    this.formerAdministrators.sort();
  }

  /** The strengths that earlier edits leave. */
  private *earlierRules(): Steps<EarlierRules> {
    const { edits } = this;
    const rules = new Map<string, EarlierRule>();
    let operations = 0;
    for (const { kind, principal, resource, name, modifiers } of edits.earlier?.rules ?? []) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      const place = {
        kind,
        principal: this.slotOf(kind, principal),
        node: this.resourceSlot(resource),
        permission: permissionCode(name),
      };
      rules.set(keyOf(place), { ...place, strength: modifiers ? withStrength(0, modifiers) : NONE });
    }
    return rules;
  }

  /** Where something else changes, they are there before and afterwards. */
  private *addEarlierRules(earlier: EarlierRules): Steps<void> {
    const { resources } = this.store;
    const attached = [...earlier.values()].filter(
      ({ node }) => node >= resources.slots || resources.isAttached(node),
    );
    let operations = 0;
    // First all services where something changes: each counts with all of these rules.
    for (const { kind, principal, node, permission, strength } of attached) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      if (kind === 'group' && this.isMoved(principal) && strength !== NONE) this.editsOn(node, permission);
    }
    for (const { kind, principal, node, permission, strength } of attached) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      if (!this.services.has(serviceKey(permission, this.rootOf(node)))) continue;
      const changes = this.editsOn(node, permission).nodeEdits[kind];
      if (!changes.has(principal)) changes.set(principal, { before: strength, after: strength });
    }
  }

  private *addRules(earlier: EarlierRules): Steps<void> {
    const { store, edits } = this;
    let operations = 0;
    for (const kind of ['user', 'group'] as const) {
      for (const id of kind === 'user' ? edits.removedUsers : edits.removedGroups) {
        const slot = this.slotOf(kind, id);
        for (const placed of store.arena.copy(store.principals(kind).assignments(slot))) {
          if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
          this.edit(
            kind,
            slot,
            nodeOf(placed),
            permissionOfPlaced(placed),
            strengthOfAssignment(placed),
            NONE,
          );
        }
      }
    }
    for (const id of edits.removedResources) {
      const pending = [this.resourceSlot(id)];
      for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
        for (const kind of ['user', 'group'] as const)
          for (const held of store.arena.copy(store.assignmentsOn(kind, node))) {
            if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
            this.edit(
              kind,
              principalOf(held),
              node,
              permissionOfHeld(held),
              strengthOfAssignment(held),
              NONE,
            );
          }
        for (const child of store.resources.childSlots(node)) {
          if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
          pending.push(child);
        }
      }
    }
    for (const { kind, principal, resource, name, modifiers } of edits.rules) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      const [slot, node, permission] = [
        this.slotOf(kind, principal),
        this.resourceSlot(resource),
        permissionCode(name),
      ];
      const entry = principal > 0 && resource > 0 ? store.principals(kind).get(principal) : undefined;
      const stored = entry && explicitAssignment(store, entry, node, permission);
      const found = earlier.get(keyOf({ kind, principal: slot, node, permission }));
      const before = found?.strength ?? (stored ? withStrength(0, stored) : NONE);
      this.edit(kind, slot, node, permission, before, modifiers ? withStrength(0, modifiers) : NONE);
    }
  }

  /** Where a group has an assignment, the decisions of those who join or leave it can change. */
  private *addRulesOfMovedGroups(): Steps<void> {
    const { store } = this;
    let operations = 0;
    for (const group of new Set([...this.joined.keys(), ...this.left.keys()])) {
      if (group >= store.groups.slots) continue;
      for (const placed of store.arena.copy(store.groups.assignments(group))) {
        if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
        if (store.resources.isAttached(nodeOf(placed)))
          this.editsOn(nodeOf(placed), permissionOfPlaced(placed));
      }
    }
  }

  private edit(
    kind: Kind,
    principal: number,
    node: number,
    permission: number,
    before: number,
    after: number,
  ): void {
    if (before === after || (node < this.store.resources.slots && !this.store.resources.isAttached(node)))
      return;
    const { service, nodeEdits } = this.editsOn(node, permission);
    nodeEdits[kind].set(principal, { before, after });
    if (kind === 'group' && principal === this.publicGroup) service.isPublic = true;
  }

  private editsOn(
    node: number,
    permission: number,
  ): { readonly service: ServiceEdits; readonly nodeEdits: NodeEdits } {
    const root = this.rootOf(node);
    const key = serviceKey(permission, root);
    let service = this.services.get(key);
    if (!service) this.services.set(key, (service = { permission, root, nodes: new Map(), isPublic: false }));
    let nodeEdits = service.nodes.get(node);
    if (!nodeEdits) service.nodes.set(node, (nodeEdits = { user: new Map(), group: new Map() }));
    return { service, nodeEdits };
  }
}

/** An assignment by the slots of its principal and resource, and by the code of its permission. */
interface Place {
  readonly kind: Kind;
  readonly principal: number;
  readonly node: number;
  readonly permission: number;
}

interface EarlierRule extends Place {
  readonly strength: number;
}

type EarlierRules = ReadonlyMap<string, EarlierRule>;

function keyOf({ kind, principal, node, permission }: Place): string {
  return `${kind} ${principal} ${node} ${permission}`;
}

function serviceKey(permission: number, root: number): string {
  return `${permission} ${root}`;
}

function addTo(map: Map<number, Set<number>>, key: number, value: number): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}
