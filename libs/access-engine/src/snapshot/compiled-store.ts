import type { HolderEntry } from './holder-table';
import { HolderTable } from './holder-table';
import { ListArena } from './list-arena';
import { ResourceTable } from './resource-table';
import type { RuleRow, ServiceRow, SpecialNames } from './rows';
import {
  isSimilar,
  permissionCode,
  permissionOfRule,
  ruleKey,
  slotOfRule,
  strengthOfRule,
  withStrength,
} from './rule-code';

/**
 * The tables of a snapshot and the operations that keep their two sides equal: a rule stands in the list of its
 * holder and in that of its resource, a membership in the list of the user and in that of the group.
 */
export class CompiledStore {
  readonly arena = new ListArena();
  readonly resources = new ResourceTable(this.arena);
  readonly users = new HolderTable('user', (name) => name.toLowerCase());
  readonly groups = new HolderTable('group', (name) => name);
  /** By the id of the service's resource. */
  readonly services = new Map<number, ServiceRow>();
  private readonly serviceIds = new Map<string, number>();
  private administrators: HolderEntry | undefined;
  private everybody: HolderEntry | undefined;
  private nobody: HolderEntry | undefined;

  constructor(readonly names: SpecialNames) {}

  /** The group whose members may do everything. */
  get adminGroup(): HolderEntry | undefined {
    return this.administrators;
  }

  /** The group of everybody, signed in or not. */
  get publicGroup(): HolderEntry | undefined {
    return this.everybody;
  }

  /** The account that stands for whoever is not signed in. */
  get anonymousUser(): HolderEntry | undefined {
    return this.nobody;
  }

  /** To be called when holders came, went or changed names. */
  refreshSpecialHolders(): void {
    this.administrators = this.groups.byName(this.names.adminGroup);
    this.everybody = this.groups.byName(this.names.anonymousGroup);
    this.nobody = this.users.byName(this.names.anonymousUser);
  }

  holders(kind: 'user' | 'group'): HolderTable {
    return kind === 'user' ? this.users : this.groups;
  }

  serviceIdByName(name: string): number | undefined {
    return this.serviceIds.get(name);
  }

  setService(row: ServiceRow, name: string): void {
    this.services.set(row.resourceId, row);
    this.serviceIds.set(name, row.resourceId);
  }

  removeService(resourceId: number, name: string): void {
    this.services.delete(resourceId);
    this.forgetServiceName(resourceId, name);
  }

  renameService(resourceId: number, from: string, to: string): void {
    this.forgetServiceName(resourceId, from);
    this.serviceIds.set(to, resourceId);
  }

  isMember(user: HolderEntry, group: HolderEntry): boolean {
    return this.arena.has(user.links, group.slot);
  }

  join(user: HolderEntry, group: HolderEntry): void {
    if (this.isMember(user, group)) return;
    user.links = this.arena.insert(user.links, group.slot);
    group.links = this.arena.insert(group.links, user.slot);
  }

  leave(user: HolderEntry, group: HolderEntry): void {
    if (!this.isMember(user, group)) return;
    user.links = this.arena.remove(user.links, group.slot);
    group.links = this.arena.remove(group.links, user.slot);
  }

  /** The rules of users or of groups on a resource. */
  rulesOn(kind: 'user' | 'group', node: number): number {
    return kind === 'user' ? this.resources.userRules(node) : this.resources.groupRules(node);
  }

  setRulesOn(kind: 'user' | 'group', node: number, list: number): void {
    if (kind === 'user') this.resources.setUserRules(node, list);
    else this.resources.setGroupRules(node, list);
  }

  /** Sets the rule of a holder on a resource, in place of one of the same name. */
  setRule(holder: HolderEntry, node: number, rule: Omit<RuleRow, 'holderId' | 'resourceId'>): void {
    const permission = permissionCode(rule.name);
    const onHolder = ruleKey(node, permission);
    const onNode = ruleKey(holder.slot, permission);
    const list = this.rulesOn(holder.kind, node);
    const present = this.arena.firstFrom(holder.rules, onHolder);
    if (present >= 0 && isSimilar(present, onHolder)) {
      const strength = strengthOfRule(present);
      this.arena.replace(holder.rules, present, withStrength(onHolder, rule));
      this.arena.replace(list, onNode | strength, withStrength(onNode, rule));
      return;
    }
    holder.rules = this.arena.insert(holder.rules, withStrength(onHolder, rule));
    this.setRulesOn(holder.kind, node, this.arena.insert(list, withStrength(onNode, rule)));
    this.resources.setMask(node, this.resources.mask(node) | (1 << permission));
  }

  /** Removes the rule of that name, if there is one. */
  removeRule(holder: HolderEntry, node: number, name: string): void {
    const permission = permissionCode(name);
    const onHolder = ruleKey(node, permission);
    const present = this.arena.firstFrom(holder.rules, onHolder);
    if (present < 0 || !isSimilar(present, onHolder)) return;
    const onNode = ruleKey(holder.slot, permission) | strengthOfRule(present);
    holder.rules = this.arena.remove(holder.rules, present);
    this.setRulesOn(holder.kind, node, this.arena.remove(this.rulesOn(holder.kind, node), onNode));
    this.refreshMask(node);
  }

  /** Removes a holder with its memberships and rules. */
  removeHolder(holder: HolderEntry): void {
    const others = this.holders(holder.kind === 'user' ? 'group' : 'user');
    for (const slot of this.arena.values(holder.links)) {
      const other = others.at(slot);
      other.links = this.arena.remove(other.links, holder.slot);
    }
    for (const rule of this.arena.values(holder.rules)) {
      const node = slotOfRule(rule);
      const onNode = ruleKey(holder.slot, permissionOfRule(rule)) | strengthOfRule(rule);
      this.setRulesOn(holder.kind, node, this.arena.remove(this.rulesOn(holder.kind, node), onNode));
      this.refreshMask(node);
    }
    holder.links = this.arena.release(holder.links);
    holder.rules = this.arena.release(holder.rules);
    this.holders(holder.kind).remove(holder);
  }

  /** Removes resources with all that is below them and the rules on them, and lets their slots be used again. */
  removeBranches(roots: Iterable<number>): void {
    const removed: number[] = [];
    const bereft = new Set<HolderEntry>();
    for (const root of roots) {
      if (!this.resources.isLive(root)) continue;
      this.resources.displace(root);
      this.removeBranch(root, removed, bereft);
    }
    // One pass over each holder's list, not one a rule: a group may hold rules on the whole branch.
    for (const holder of bereft) {
      holder.rules = this.arena.filter(holder.rules, (rule) => this.resources.isLive(slotOfRule(rule)));
    }
    this.resources.recycle(removed);
  }

  private removeBranch(root: number, removed: number[], bereft: Set<HolderEntry>): void {
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const children = this.resources.children(node);
      for (const child of children) {
        this.resources.displace(child);
        pending.push(child);
      }
      for (const kind of ['user', 'group'] as const) {
        const list = this.rulesOn(kind, node);
        for (const rule of this.arena.values(list)) bereft.add(this.holders(kind).at(slotOfRule(rule)));
        this.setRulesOn(kind, node, this.arena.release(list));
      }
      const id = this.resources.id(node);
      if (this.services.has(id)) this.removeService(id, this.resources.name(node));
      this.resources.remove(node);
      removed.push(node);
    }
  }

  private refreshMask(node: number): void {
    let mask = 0;
    for (const kind of ['user', 'group'] as const) {
      const list = this.rulesOn(kind, node);
      for (let index = this.arena.length(list) - 1; index >= 0; index--) {
        mask |= 1 << permissionOfRule(this.arena.at(list, index));
      }
    }
    this.resources.setMask(node, mask);
  }

  private forgetServiceName(resourceId: number, name: string): void {
    if (this.serviceIds.get(name) === resourceId) this.serviceIds.delete(name);
  }
}
