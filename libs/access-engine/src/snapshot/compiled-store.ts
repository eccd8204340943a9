import { nameKey } from '@gatehouse/names';
import { AuthorityCache } from './authority-cache';
import type { HolderEntry } from './holder-table';
import { HolderTable } from './holder-table';
import { ListArena } from './list-arena';
import { ResourceTable } from './resource-table';
import type { RuleRow, ServiceRow, ServiceView, SpecialNames } from './rows';
import { RulesByService } from './rules-by-service';
import {
  heldKey,
  holderOf,
  isSimilar,
  nodeOf,
  permissionCode,
  permissionOfHeld,
  permissionOfPlaced,
  placedKey,
  strengthOfRule,
  withStrength,
} from './rule-code';

/** Beyond this number of entries a holder's filters are not made exact again when some go. */
const FILTERED_ENTRIES = 256;

/**
 * The tables of a snapshot and the operations that keep their two sides equal: a rule stands in the list of its
 * holder and in that of its resource, a membership in the list of the user and in that of the group.
 */
export class CompiledStore {
  readonly arena = new ListArena();
  readonly resources = new ResourceTable(this.arena);
  readonly users = new HolderTable('user', nameKey);
  readonly groups = new HolderTable('group', (name) => name);
  readonly rulesByService = new RulesByService(this.arena, this.resources);
  readonly authorities = new AuthorityCache();
  /** By the id of the service's resource. */
  readonly services = new Map<number, ServiceView>();
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
    const { administrators, everybody } = this;
    this.administrators = this.groups.byName(this.names.adminGroup);
    this.everybody = this.groups.byName(this.names.anonymousGroup);
    if (administrators !== this.administrators || everybody !== this.everybody) this.authorities.clear();
    this.nobody = this.users.byName(this.names.anonymousUser);
  }

  holders(kind: 'user' | 'group'): HolderTable {
    return kind === 'user' ? this.users : this.groups;
  }

  serviceIdByName(name: string): number | undefined {
    return this.serviceIds.get(name);
  }

  setService({ resourceId, type, url, configuration, proxy }: ServiceRow, name: string): void {
    // Only these: a row of a change may carry other columns, which a loaded one does not.
    this.services.set(resourceId, { resourceId, name, type, url, configuration, proxy });
    this.serviceIds.set(name, resourceId);
    this.authorities.forgetService(this.resources.slotOf(resourceId));
  }

  removeService(resourceId: number, name: string): void {
    this.authorities.forgetService(this.resources.slotOf(resourceId));
    this.services.delete(resourceId);
    this.forgetServiceName(resourceId, name);
  }

  renameService(resourceId: number, from: string, to: string): void {
    this.forgetServiceName(resourceId, from);
    this.serviceIds.set(to, resourceId);
    const service = this.services.get(resourceId);
    if (service) this.services.set(resourceId, { ...service, name: to });
  }

  isMember(user: number, group: number): boolean {
    return this.users.mayBeLinkedTo(user, group) && this.arena.has(this.users.links(user), group);
  }

  join(user: HolderEntry, group: HolderEntry): void {
    if (this.isMember(user.slot, group.slot)) return;
    user.links = this.arena.insert(user.links, group.slot);
    group.links = this.arena.insert(group.links, user.slot);
    this.users.noteLink(user.slot, group.slot);
    this.users.stampLinks(user.slot);
  }

  leave(user: HolderEntry, group: HolderEntry): void {
    if (!this.isMember(user.slot, group.slot)) return;
    user.links = this.arena.remove(user.links, group.slot);
    group.links = this.arena.remove(group.links, user.slot);
    this.users.stampLinks(user.slot);
    this.refreshFilters(user);
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
    const onHolder = placedKey(node, permission);
    const onNode = heldKey(permission, holder.slot);
    const list = this.rulesOn(holder.kind, node);
    const present = this.arena.firstFrom(holder.rules, onHolder);
    const wanted = withStrength(onHolder, rule);
    this.authorities.forgetService(this.resources.root(node));
    if (present >= 0 && isSimilar(present, onHolder)) {
      const strength = strengthOfRule(present);
      holder.rules = this.arena.replace(holder.rules, present, wanted);
      this.rulesByService.removeRule(holder, present);
      this.rulesByService.addRule(holder, wanted);
      this.setRulesOn(
        holder.kind,
        node,
        this.arena.replace(list, onNode | strength, withStrength(onNode, rule)),
      );
      return;
    }
    holder.rules = this.arena.insert(holder.rules, wanted);
    this.rulesByService.addRule(holder, wanted);
    this.holders(holder.kind).noteRuleOn(holder.slot, node);
    this.setRulesOn(holder.kind, node, this.arena.insert(list, withStrength(onNode, rule)));
    if (holder.kind === 'group')
      this.resources.setGroupMask(node, this.resources.groupMask(node) | (1 << permission));
  }

  /** Removes the rule of that name, if there is one. */
  removeRule(holder: HolderEntry, node: number, name: string): void {
    const permission = permissionCode(name);
    const onHolder = placedKey(node, permission);
    const present = this.arena.firstFrom(holder.rules, onHolder);
    if (present < 0 || !isSimilar(present, onHolder)) return;
    const onNode = heldKey(permission, holder.slot) | strengthOfRule(present);
    holder.rules = this.arena.remove(holder.rules, present);
    this.rulesByService.removeRule(holder, present);
    this.authorities.forgetService(this.resources.root(node));
    this.refreshFilters(holder);
    this.setRulesOn(holder.kind, node, this.arena.remove(this.rulesOn(holder.kind, node), onNode));
    if (holder.kind === 'group') this.refreshGroupMask(node);
  }

  /** Removes a holder with its memberships and rules. */
  removeHolder(holder: HolderEntry): void {
    const others = this.holders(holder.kind === 'user' ? 'group' : 'user');
    for (const slot of this.arena.values(holder.links)) {
      const other = others.at(slot);
      other.links = this.arena.remove(other.links, holder.slot);
      others.stampLinks(slot);
      this.refreshFilters(other);
    }
    for (const rule of this.arena.values(holder.rules)) {
      const node = nodeOf(rule);
      const onNode = heldKey(permissionOfPlaced(rule), holder.slot) | strengthOfRule(rule);
      this.setRulesOn(holder.kind, node, this.arena.remove(this.rulesOn(holder.kind, node), onNode));
      if (holder.kind === 'group') this.refreshGroupMask(node);
      this.authorities.forgetService(this.resources.root(node));
    }
    this.rulesByService.removeHolder(holder);
    holder.links = this.arena.release(holder.links);
    holder.rules = this.arena.release(holder.rules);
    this.holders(holder.kind).remove(holder);
  }

  /** To be called with the resources that were placed, once all are: finds out which service they belong to. */
  settle(placed: Iterable<number>): void {
    for (const slot of placed)
      this.resources.settle(slot, (node, from, to) => this.moveRules(node, from, to));
  }

  /** The rules on a resource that came from one service into another. */
  private moveRules(node: number, from: number, to: number): void {
    for (const kind of ['user', 'group'] as const) {
      for (const rule of this.arena.values(this.rulesOn(kind, node))) {
        const placed = placedKey(node, permissionOfHeld(rule)) | strengthOfRule(rule);
        this.rulesByService.moveRule(this.holders(kind).at(holderOf(rule)), placed, from, to);
        this.authorities.forgetService(from);
        this.authorities.forgetService(to);
      }
    }
  }

  /** Removes resources with all that is below them and the rules on them, and lets their slots be used again. */
  removeBranches(roots: Iterable<number>): void {
    const removed: number[] = [];
    const bereft = new Map<HolderEntry, Set<number>>();
    for (const root of roots) {
      if (!this.resources.isLive(root)) continue;
      this.resources.displace(root);
      this.removeBranch(root, removed, bereft);
    }
    // One pass over each holder's list, not one a rule: a group may hold rules on the whole branch.
    for (const [holder, services] of bereft) {
      holder.rules = this.arena.filter(holder.rules, (rule) => this.resources.isLive(nodeOf(rule)));
      this.refreshFilters(holder);
      for (const service of services) {
        this.rulesByService.removeDead(holder, service);
        this.authorities.forgetService(service);
      }
    }
    this.resources.recycle(removed);
  }

  /** Notes in `bereft` who loses rules, and in which services. */
  private removeBranch(root: number, removed: number[], bereft: Map<HolderEntry, Set<number>>): void {
    const service = this.resources.root(root);
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const child of this.resources.displaceChildren(node)) pending.push(child);
      for (const kind of ['user', 'group'] as const) {
        const list = this.rulesOn(kind, node);
        for (const rule of this.arena.values(list)) {
          const holder = this.holders(kind).at(holderOf(rule));
          bereft.set(holder, (bereft.get(holder) ?? new Set()).add(service));
        }
        this.setRulesOn(kind, node, this.arena.release(list));
      }
      const id = this.resources.id(node);
      if (this.services.has(id)) this.removeService(id, this.resources.name(node));
      this.resources.remove(node);
      removed.push(node);
    }
  }

  private refreshGroupMask(node: number): void {
    const list = this.resources.groupRules(node);
    let mask = 0;
    for (let index = this.arena.length(list) - 1; index >= 0; index--) {
      mask |= 1 << permissionOfHeld(this.arena.at(list, index));
    }
    this.resources.setGroupMask(node, mask);
  }

  /** Makes the filters of a holder exact again after something went. */
  private refreshFilters(holder: HolderEntry): void {
    const rules = this.arena.length(holder.rules);
    const links = this.arena.length(holder.links);
    // With so many entries nearly every bit is set anyway, and a bit too many only costs a look.
    if (rules + links > FILTERED_ENTRIES) return;
    const table = this.holders(holder.kind);
    table.clearFilters(holder.slot);
    for (let at = 0; at < rules; at++) table.noteRuleOn(holder.slot, nodeOf(this.arena.at(holder.rules, at)));
    for (let at = 0; at < links; at++) table.noteLink(holder.slot, this.arena.at(holder.links, at));
  }

  private forgetServiceName(resourceId: number, name: string): void {
    if (this.serviceIds.get(name) === resourceId) this.serviceIds.delete(name);
  }
}
