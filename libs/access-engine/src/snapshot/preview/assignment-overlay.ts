import type { Access, PermissionName, Scope } from '../../permission';
import type { Decision } from '../../resolve';
import { NO_PERMISSION } from '../../resolve';
import {
  heldKey,
  isDenial,
  isRecursive,
  permissionCode,
  principalOf,
  withStrength,
} from '../assignment-code';
import {
  CLASS_SHIFT,
  GENERIC,
  NONE,
  decisionOf,
  strengthOn,
  stronger,
  strongestGroupAssignment,
} from '../compiled-decision';
import type { CompiledStore } from '../compiled-store';
import { explicitAssignment } from '../matrix';
import { NO_SLOT } from '../resource-table';

/** An assignment to set, or to remove if it has no modifiers. */
export interface AssignmentEdit {
  readonly kind: 'user' | 'group';
  readonly principalId: number;
  readonly resourceId: number;
  readonly name: PermissionName;
  readonly modifiers: { readonly access: Access; readonly scope: Scope } | undefined;
}

/** An edit that changes something: the strength of the assignment before and afterwards, `NONE` without one. */
export interface CompiledEdit {
  readonly kind: 'user' | 'group';
  readonly principal: number;
  readonly node: number;
  readonly before: number;
  readonly after: number;
}

/** The edits that change something, by the number of their permission; undefined if a principal or resource does not exist. */
export function compileEdits(
  store: CompiledStore,
  edits: readonly AssignmentEdit[],
): Map<number, CompiledEdit[]> | undefined {
  const byPermission = new Map<number, CompiledEdit[]>();
  for (const { kind, principalId, resourceId, name, modifiers } of edits) {
    const principal = store.principals(kind).get(principalId);
    const node = store.resources.slotOf(resourceId);
    if (!principal || node === NO_SLOT) return undefined;
    const permission = permissionCode(name);
    const stored = explicitAssignment(store, principal, node, permission);
    const before = stored ? withStrength(0, stored) : NONE;
    const after = modifiers ? withStrength(0, modifiers) : NONE;
    if (before === after) continue;
    const edit = { kind, principal: principal.slot, node, before, after };
    const ofPermission = byPermission.get(permission);
    if (ofPermission) ofPermission.push(edit);
    else byPermission.set(permission, [edit]);
  }
  return byPermission;
}

/** The edits of one permission over the assignments of a store. */
export class AssignmentOverlay {
  private readonly byNode = new Map<number, CompiledEdit[]>();

  constructor(
    private readonly store: CompiledStore,
    private readonly permission: number,
    edits: readonly CompiledEdit[],
  ) {
    for (const edit of edits) {
      const onNode = this.byNode.get(edit.node);
      if (onNode) onNode.push(edit);
      else this.byNode.set(edit.node, [edit]);
    }
  }

  on(node: number): readonly CompiledEdit[] {
    return this.byNode.get(node) ?? [];
  }

  /** The decision for a user who is not an administrator, as if the edits were applied: the same walk as `decideForUser`. */
  decide(user: number, target: number, exact: boolean): Decision {
    const { store } = this;
    let best = NONE;
    for (let node = target; node !== NO_SLOT; node = store.resources.parent(node)) {
      const matchCounts = exact && node === target;
      const own = this.ownStrength(user, node);
      if (own !== NONE && (matchCounts || isRecursive(own)))
        return store.users.at(user).decision(isDenial(own));
      if (best >>> CLASS_SHIFT === GENERIC && best !== NONE) continue;
      const verdict = this.strongestOn(user, node, matchCounts);
      if (verdict !== NONE && (best === NONE || verdict >>> CLASS_SHIFT > best >>> CLASS_SHIFT))
        best = verdict;
    }
    return best === NONE ? NO_PERMISSION : decisionOf(store, best);
  }

  private ownStrength(user: number, node: number): number {
    const { store, permission } = this;
    for (const edit of this.on(node)) if (edit.kind === 'user' && edit.principal === user) return edit.after;
    return strengthOn(store, store.users, user, store.resources.userAssignments(node), node, permission);
  }

  private strongestOn(user: number, node: number, matchCounts: boolean): number {
    const { store, permission } = this;
    const publicSlot = store.publicGroup?.slot ?? NO_SLOT;
    const edits = this.on(node).filter(({ kind }) => kind === 'group');
    if (edits.length === 0) {
      if (((store.resources.groupMask(node) >>> permission) & 1) === 0) return NONE;
      return strongestGroupAssignment(store, user, node, permission, matchCounts, publicSlot);
    }
    const edited = new Set(edits.map(({ principal }) => principal));
    let best = NONE;
    for (const held of groupAssignmentsOn(store, node, permission)) {
      const group = principalOf(held);
      if (!edited.has(group) && store.isMember(user, group))
        best = stronger(best, held, matchCounts, publicSlot);
    }
    for (const { principal, after } of edits) {
      if (after !== NONE && store.isMember(user, principal))
        best = stronger(best, heldKey(permission, principal) | after, matchCounts, publicSlot);
    }
    return best;
  }
}

/** The assignments of one permission to groups on a resource. */
function groupAssignmentsOn(store: CompiledStore, node: number, permission: number): number[] {
  return assignmentsOn(store, 'group', node, permission);
}

/** The assignments of one permission on a resource, as in its list. */
export function assignmentsOn(
  { arena, resources }: CompiledStore,
  kind: 'user' | 'group',
  node: number,
  permission: number,
): number[] {
  const list = kind === 'user' ? resources.userAssignments(node) : resources.groupAssignments(node);
  const end = arena.lowerBound(list, heldKey(permission + 1, 0));
  const found: number[] = [];
  for (let at = arena.lowerBound(list, heldKey(permission, 0)); at < end; at++)
    found.push(arena.at(list, at));
  return found;
}
