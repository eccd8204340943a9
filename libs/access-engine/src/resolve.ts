import { strengthOf } from './permission';
import type { Access, PermissionName, Scope } from './permission';
import type { PermissionEntry } from './permission-list';

/**
 * Whose rules outrank whose: the user's own, then those of the administrators' group, of any other group, of the
 * public group. spec: permissions 3.1.
 */
export const RANK = { public: 0, group: 1, administrators: 2, user: 3 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** Who holds a rule. */
export interface Holder {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
  readonly rank: Rank;
}

/** A stored rule of a holder on some resource. */
export interface HeldRule {
  readonly holder: Holder;
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

/** A holder as replies and reasons name it: `user:<id>:<name>` or `group:<id>:<name>`. */
export type HolderReason = `user:${number}:${string}` | `group:${number}:${string}`;

/**
 * Why a decision is what it is: the holder of the rule that decided, `multiple` when several groups hold that same
 * rule, `administrator`, or `no-permission` when no rule applies. spec: permissions 3.4.
 */
export type Reason = HolderReason | 'multiple' | 'administrator' | 'no-permission';

/** The answer to "may this user do this to that resource?". Compared by value; the objects may be shared. */
export interface Decision {
  readonly access: Access;
  readonly reason: Reason;
}

export const ADMINISTRATOR: Decision = Object.freeze({ access: 'allow', reason: 'administrator' });
export const NO_PERMISSION: Decision = Object.freeze({ access: 'deny', reason: 'no-permission' });

export function reasonOf({ kind, id, name }: Pick<Holder, 'kind' | 'id' | 'name'>): HolderReason {
  return `${kind}:${id}:${name}`;
}

/** A rule together with how far above the target it stands: 0 on the target, 1 on its parent, … */
export interface PlacedRule extends HeldRule {
  readonly distance: number;
}

/**
 * Which of two rules of one name is heard first: the higher rank, then the closer resource, then the stronger
 * modifiers (deny over allow, then recursive over match). This order is the whole of effective resolution: the first
 * rule in it that applies decides. spec: permissions 3.3.
 */
export function comparePrecedence(a: PlacedRule, b: PlacedRule): number {
  return b.holder.rank - a.holder.rank || a.distance - b.distance || strengthOf(b) - strengthOf(a);
}

/** A match rule counts only on the target, and there only when the target is exactly what was asked for. */
export function applies(rule: PlacedRule, exact: boolean): boolean {
  return rule.scope === 'recursive' || (rule.distance === 0 && exact);
}

/**
 * The rule that decides among rules of one name that apply, with its reason; `undefined` when there is none.
 * Several groups with that same rule on the same resource decide together, as `multiple`.
 */
function winner(rules: readonly PlacedRule[]): { rule: PlacedRule; reason: Reason } | undefined {
  const [rule, next] = [...rules].sort(comparePrecedence);
  if (!rule) return undefined;
  const together = next !== undefined && comparePrecedence(rule, next) === 0;
  return { rule, reason: together ? 'multiple' : reasonOf(rule.holder) };
}

/**
 * Effective resolution of one permission for a user who is no administrator. `path` holds the rules of the user and of
 * its groups on each resource, the target first and the service last; `exact` tells whether the target is the very
 * resource that was asked for or only its closest existing ancestor. spec: permissions 3.3.
 */
export function resolveEffective(
  path: readonly (readonly HeldRule[])[],
  permission: PermissionName,
  exact: boolean,
): Decision {
  const decisive = winner(rulesAlong(path, permission).filter((rule) => applies(rule, exact)));
  return decisive ? { access: decisive.rule.access, reason: decisive.reason } : NO_PERMISSION;
}

/** The rules of one name along a path, each with its distance. */
export function rulesAlong(path: readonly (readonly HeldRule[])[], permission: PermissionName): PlacedRule[] {
  return path.flatMap((rules, distance) =>
    rules.filter((rule) => rule.name === permission).map((rule) => ({ ...rule, distance })),
  );
}

/** The rules of the user itself on one resource, without those of its groups. */
export function directEntries(rules: readonly HeldRule[]): PermissionEntry[] {
  return rules.filter((rule) => rule.holder.kind === 'user').map(entryOf);
}

/**
 * The rules of the user and of its groups on one resource, in the order in which a list that shows identical rules
 * once keeps them: user first, then the higher rank, then the lower group id. spec: permissions 1.7.
 */
export function inheritedEntries(rules: readonly HeldRule[]): PermissionEntry[] {
  return [...rules].sort((a, b) => b.holder.rank - a.holder.rank || a.holder.id - b.holder.id).map(entryOf);
}

/**
 * Local reduction: for each name on one resource, the rule that outranks the others there, whatever its scope and
 * whatever stands above. Administrators are treated like everybody else. spec: permissions 3.2.
 */
export function resolvedEntries(rules: readonly HeldRule[]): PermissionEntry[] {
  const names = [...new Set(rules.map((rule) => rule.name))].sort();
  return names.flatMap((name) => {
    const decisive = winner(rulesAlong([rules], name));
    return decisive ? [{ ...entryOf(decisive.rule), reason: decisive.reason }] : [];
  });
}

/** Stored rules as such, without telling whose they are. */
export function appliedEntries(rules: readonly HeldRule[]): PermissionEntry[] {
  return rules.map(({ name, access, scope }) => ({ name, access, scope, type: 'applied' }));
}

function entryOf({ holder, name, access, scope }: HeldRule): PermissionEntry {
  return {
    name,
    access,
    scope,
    type: holder.kind === 'user' ? 'direct' : 'inherited',
    reason: reasonOf(holder),
  };
}
