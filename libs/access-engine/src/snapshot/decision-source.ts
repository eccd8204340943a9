import type { PrincipalReason } from '../reason';
import { ADMINISTRATOR, NO_PERMISSION } from '../resolve';
import type { Decision } from '../resolve';
import { isRecursive } from './assignment-code';
import {
  NONE,
  decideForGroup,
  decideForUser,
  decisionOf,
  strengthOn,
  strongestGroupAssignment,
} from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';

/** A decision with the assignment that it follows from. */
export interface SourcedDecision extends Decision {
  /** The resource with the deciding assignment; undefined if no assignment decides. */
  readonly resourceId: number | undefined;
  /** Its principal; undefined if no assignment decides, or those of several groups. */
  readonly principal: PrincipalReason | undefined;
}

const UNSOURCED = { resourceId: undefined, principal: undefined };
const ADMINISTRATOR_DECISION: SourcedDecision = { ...ADMINISTRATOR, ...UNSOURCED };
const NO_DECISION: SourcedDecision = { ...NO_PERMISSION, ...UNSOURCED };

/** Whether a principal is an administrator, or the group of the administrators, whose members are. */
function isAdministrators(store: CompiledStore, principal: PrincipalEntry): boolean {
  const { adminGroup } = store;
  if (principal.kind === 'group') return principal === adminGroup;
  return adminGroup !== undefined && store.isMember(principal.slot, adminGroup.slot);
}

/**
 * The decision for a user on a resource, or for the members of a group by its own assignments.
 * Members of the administrators' group, and so the group, are allowed everything.
 */
export function plainDecision(
  store: CompiledStore,
  principal: PrincipalEntry,
  target: number,
  permission: number,
): Decision {
  if (isAdministrators(store, principal)) return ADMINISTRATOR;
  const decide = principal.kind === 'user' ? decideForUser : decideForGroup;
  return decide(store, principal.slot, target, permission, true);
}

/** The same, with the assignment that it follows from. */
export function sourcedDecision(
  store: CompiledStore,
  principal: PrincipalEntry,
  target: number,
  permission: number,
): SourcedDecision {
  const decision = plainDecision(store, principal, target, permission);
  return withSource(store, principal, target, permission, decision);
}

/**
 * The decision for a member of a group who has no other assignments, from that by the group's own: where none applies, those
 * of the anonymous group decide, which all users belong to. Reference: permission-rules#members-of-a-group.
 */
export type DecideForMember = <Own extends Decision>(permission: number, own: Own) => Own | SourcedDecision;

/** Decides for members of groups on one resource; what the anonymous group decides is computed once for each permission. */
export function memberDecisions(store: CompiledStore, target: number): DecideForMember {
  const { publicGroup } = store;
  const ofPublic = new Map<number, SourcedDecision>();
  return (permission, own) => {
    if (own.reason !== 'no-permission') return own;
    const known = ofPublic.get(permission);
    if (known) return known;
    const decision = publicGroup ? sourcedDecision(store, publicGroup, target, permission) : NO_DECISION;
    ofPublic.set(permission, decision);
    return decision;
  };
}

/** The assignment from which a decision of {@link plainDecision}, the very object, follows. */
export function withSource(
  store: CompiledStore,
  principal: PrincipalEntry,
  target: number,
  permission: number,
  decision: Decision,
): SourcedDecision {
  const { access, reason } = decision;
  if (reason === 'no-permission' || reason === 'administrator')
    return reason === 'administrator' ? ADMINISTRATOR_DECISION : NO_DECISION;
  const node = decidingNode(store, principal, target, permission, decision);
  return {
    access,
    reason,
    resourceId: node === NO_SLOT ? undefined : store.resources.id(node),
    principal: reason === 'multiple' || reason === 'token-restriction' ? undefined : reason,
  };
}

/**
 * The closest resource whose strongest applicable assignment gives this very decision: one that is closer and gives another
 * is outranked by it, and one that is farther gives it no more.
 */
function decidingNode(
  store: CompiledStore,
  principal: PrincipalEntry,
  target: number,
  permission: number,
  decision: Decision,
): number {
  const { resources } = store;
  const table = store.principals(principal.kind);
  const isOwn = decision.reason.startsWith(`${principal.kind}:`);
  const publicSlot = store.publicGroup?.slot ?? NO_SLOT;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    if (isOwn) {
      const list = store.assignmentsOn(principal.kind, node);
      const strength = strengthOn(store, table, principal.slot, list, node, permission);
      if (strength !== NONE && (node === target || isRecursive(strength))) return node;
      continue;
    }
    if (((resources.groupMask(node) >>> permission) & 1) === 0) continue;
    const verdict = strongestGroupAssignment(
      store,
      principal.slot,
      node,
      permission,
      node === target,
      publicSlot,
    );
    if (verdict !== NONE && decisionOf(store, verdict) === decision) return node;
  }
  return NO_SLOT;
}
