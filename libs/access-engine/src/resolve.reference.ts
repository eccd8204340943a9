import type { Access, PermissionName, Scope } from './permission';
import type { Decision } from './resolve';
import type { RuleRow, SnapshotRows, SpecialNames } from './snapshot/rows';

/**
 * The rules of resolution by the book: the pseudo-code of spec: permissions 3.2 and 3.3, line by line, on plain rows
 * and with plain loops. Nothing but tests runs it; it is what the engine is compared with.
 */
export class ReferenceResolver {
  private readonly rows: {
    readonly [K in keyof Omit<SnapshotRows, 'revision'>]: readonly ItemOf<SnapshotRows[K]>[];
  };

  constructor(
    rows: SnapshotRows,
    private readonly names: SpecialNames,
  ) {
    this.rows = {
      users: [...rows.users],
      groups: [...rows.groups],
      memberships: [...rows.memberships],
      resources: [...rows.resources],
      services: [...rows.services],
      userRules: [...rows.userRules],
      groupRules: [...rows.groupRules],
    };
  }

  /** 3.2, one resource and one name. */
  local(userId: number, resourceId: number, name: PermissionName): (Decision & { scope: Scope }) | undefined {
    // 1. if the user itself has a rule -> that rule
    for (const rule of this.userRulesOn(userId, resourceId, name)) {
      return { access: rule.access, scope: rule.scope, reason: this.userReason(userId) };
    }
    // 2. keep the group rules of the highest group priority present
    let rules = this.groupRulesOn(userId, resourceId, name);
    if (rules.length === 0) return undefined;
    const highest = Math.max(...rules.map((rule) => this.priority(rule.holderId)));
    rules = rules.filter((rule) => this.priority(rule.holderId) === highest);
    // 3. among them take the highest in the order allow-match < allow-recursive < deny-match < deny-recursive
    const top = this.highest(rules);
    // 4. if several groups hold that identical top rule, reason = "multiple"
    return { access: top.access, scope: top.scope, reason: this.groupReason(rules, top) };
  }

  /** 3.3, one target and one name. */
  effective(userId: number, targetId: number, name: PermissionName, allowMatch: boolean): Decision {
    // A. if user is member of the administrators' group: allow
    if (this.groupsOf(userId).some((groupId) => this.groupName(groupId) === this.names.adminGroup)) {
      return { access: 'allow', reason: 'administrator' };
    }
    // B. climb
    let best: Decision | undefined;
    let bestPriority = Number.NaN;
    for (const nodeId of this.chain(targetId)) {
      const counts = (rule: RuleRow) => rule.scope === 'recursive' || (nodeId === targetId && allowMatch);
      for (const rule of this.userRulesOn(userId, nodeId, name).filter(counts)) {
        return { access: rule.access, reason: this.userReason(userId) };
      }
      const groupRules = this.groupRulesOn(userId, nodeId, name).filter(counts);
      if (groupRules.length === 0) continue;
      const p = Math.max(...groupRules.map((rule) => this.priority(rule.holderId)));
      const ofPriority = groupRules.filter((rule) => this.priority(rule.holderId) === p);
      const g = this.highest(ofPriority);
      if (best === undefined || p > bestPriority) {
        best = { access: g.access, reason: this.groupReason(ofPriority, g) };
        bestPriority = p;
      }
    }
    return best ?? { access: 'deny', reason: 'no-permission' };
  }

  private chain(targetId: number): number[] {
    const chain: number[] = [];
    for (let id: number | null = targetId; id !== null;) {
      const row = this.rows.resources.find((resource) => resource.id === id);
      if (!row) throw new Error(`no resource ${id}`);
      chain.push(row.id);
      id = row.parentId;
    }
    return chain;
  }

  private groupsOf(userId: number): number[] {
    return this.rows.memberships.filter((row) => row.userId === userId).map((row) => row.groupId);
  }

  private userRulesOn(userId: number, resourceId: number, name: PermissionName): RuleRow[] {
    return this.rows.userRules.filter(
      (rule) => rule.holderId === userId && rule.resourceId === resourceId && rule.name === name,
    );
  }

  private groupRulesOn(userId: number, resourceId: number, name: PermissionName): RuleRow[] {
    const groups = this.groupsOf(userId);
    return this.rows.groupRules.filter(
      (rule) => groups.includes(rule.holderId) && rule.resourceId === resourceId && rule.name === name,
    );
  }

  private priority(groupId: number): number {
    const name = this.groupName(groupId);
    if (name === this.names.adminGroup) return Infinity;
    return name === this.names.anonymousGroup ? -1 : 0;
  }

  private highest(rules: readonly RuleRow[]): RuleRow {
    const order: readonly (readonly [Access, Scope])[] = [
      ['deny', 'recursive'],
      ['deny', 'match'],
      ['allow', 'recursive'],
      ['allow', 'match'],
    ];
    for (const [access, scope] of order) {
      const found = rules.find((rule) => rule.access === access && rule.scope === scope);
      if (found) return found;
    }
    throw new Error('no rule to choose from');
  }

  private groupReason(rules: readonly RuleRow[], top: RuleRow): Decision['reason'] {
    const identical = rules.filter((rule) => rule.access === top.access && rule.scope === top.scope);
    return identical.length > 1 ? 'multiple' : `group:${top.holderId}:${this.groupName(top.holderId)}`;
  }

  private userReason(userId: number): Decision['reason'] {
    const row = this.rows.users.find((user) => user.id === userId);
    return `user:${userId}:${row?.name ?? ''}`;
  }

  private groupName(groupId: number): string {
    return this.rows.groups.find((group) => group.id === groupId)?.name ?? '';
  }
}

type ItemOf<T> = T extends Iterable<infer Item> ? Item : never;
