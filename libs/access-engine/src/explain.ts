import { strengthOf } from './permission';
import type { Access, PermissionName, Scope } from './permission';
import { ADMINISTRATOR, NO_PERMISSION, applies, comparePrecedence, reasonOf, rulesAlong } from './resolve';
import type { Decision, HeldRule, HolderReason, PlacedRule, Reason } from './resolve';

/** Why a rule was used or not, each with a sentence for people. */
export const BECAUSE = {
  decides: 'this rule decides',
  'decides-together': 'this rule decides together with the same rule of another group',
  administrator: 'administrators may do everything, whatever the rules say',
  'match-elsewhere': 'a match rule counts on its own resource only',
  'match-not-exact': 'a match rule does not count for what has no resource of its own',
  'user-first': "a rule of the user itself outranks every group's, wherever it stands",
  'group-first': "a rule of another group outranks the public group's, wherever it stands",
  closer: 'a rule of equal rank is closer to the target',
  'deny-first': 'of equal rules on the same resource, the denial counts',
  'recursive-first': 'of equal rules on the same resource, the recursive one is reported',
} as const;
export type Because = keyof typeof BECAUSE;

/** One resource of the path from the target up to the service, with the rules of the user and of its groups on it. */
export interface PathStep {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly rules: readonly HeldRule[];
}

/** One rule that was considered. */
export interface ExplainedRule {
  readonly holder: HolderReason;
  readonly resourceId: number;
  readonly resourceName: string;
  /** How many levels above the target. */
  readonly distance: number;
  readonly access: Access;
  readonly scope: Scope;
  readonly used: boolean;
  readonly because: Because;
}

/** A decision with every rule that had a say in it, the first heard first. spec: decisions 30. */
export interface Explanation extends Decision {
  readonly permission: PermissionName;
  readonly reason: Reason;
  readonly rules: readonly ExplainedRule[];
}

/** What is to be explained: a permission for a user along a path, the target first and the service last. */
export interface Question {
  readonly permission: PermissionName;
  readonly administrator: boolean;
  readonly path: readonly PathStep[];
  readonly exact: boolean;
}

/** Explains a decision by its rules, in the order in which they are heard: rank, then distance, then strength. */
export function explain({ permission, administrator, path, exact }: Question): Explanation {
  const rules = rulesAlong(
    path.map((step) => step.rules),
    permission,
  ).sort(comparePrecedence);
  const deciding = administrator ? undefined : rules.find((rule) => applies(rule, exact));
  const together =
    deciding !== undefined &&
    rules.filter((rule) => applies(rule, exact) && comparePrecedence(rule, deciding) === 0).length > 1;
  const explained = rules.flatMap((rule) => {
    const step = path[rule.distance];
    const because = administrator ? 'administrator' : causeOf(rule, deciding, together, exact);
    return step ? [explainRule(rule, step, because)] : [];
  });
  return { permission, ...decisionOf(administrator, deciding, together), rules: explained };
}

function explainRule(rule: PlacedRule, step: PathStep, because: Because): ExplainedRule {
  const { holder, distance, access, scope } = rule;
  const { resourceId, resourceName } = step;
  const used = because === 'decides' || because === 'decides-together';
  return { holder: reasonOf(holder), resourceId, resourceName, distance, access, scope, used, because };
}

function decisionOf(administrator: boolean, deciding: PlacedRule | undefined, together: boolean): Decision {
  if (administrator) return ADMINISTRATOR;
  if (!deciding) return NO_PERMISSION;
  return { access: deciding.access, reason: together ? 'multiple' : reasonOf(deciding.holder) };
}

function causeOf(
  rule: PlacedRule,
  deciding: PlacedRule | undefined,
  together: boolean,
  exact: boolean,
): Because {
  if (!applies(rule, exact)) return rule.distance === 0 ? 'match-not-exact' : 'match-elsewhere';
  // A rule that applies is never heard before the deciding one, so that there is a deciding one from here on.
  if (!deciding || comparePrecedence(rule, deciding) === 0) return together ? 'decides-together' : 'decides';
  if (rule.holder.rank !== deciding.holder.rank)
    return deciding.holder.kind === 'user' ? 'user-first' : 'group-first';
  if (rule.distance !== deciding.distance) return 'closer';
  return strengthOf(rule) < 2 && deciding.access === 'deny' ? 'deny-first' : 'recursive-first';
}
