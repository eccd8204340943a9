import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import { principalOf, strengthOfAssignment } from '../assignment-code';
import { assignmentsOn } from '../preview/assignment-overlay';
import type { EffectContext } from './effect-context';
import type { ServiceEdits } from './state-edits';

/** An assignment on a resource: its strength before and afterwards. */
export interface Held {
  readonly principal: number;
  readonly before: number;
  readonly after: number;
}

/** Thrown where the budget is used up; what was counted until then is right. */
export class BudgetUsedUp extends Error {}

/** The resources and users that the edits of one permission in one service concern. */
export class EffectRegion {
  /** The resources from the service to changed ones, with those of their children that are, too. */
  readonly onPath = new Map<number, number[]>();
  /** Users whom a change can concern; undefined for everybody. */
  candidates: Set<number> | undefined;
  private readonly permission: number;
  private operations = 0;

  constructor(
    private readonly context: EffectContext,
    private readonly edits: ServiceEdits,
  ) {
    this.permission = edits.permission;
  }

  /** Finds them. Throws {@link BudgetUsedUp}. */
  *prepare(): Steps<void> {
    const { nodes, root, isPublic } = this.edits;
    for (const start of nodes.keys()) {
      let below: number | undefined;
      for (let node = start; ; node = this.context.edited.parentOf(node)) {
        if (this.isDue(1)) yield 0;
        const known = this.onPath.get(node);
        if (known && below !== undefined) known.push(below);
        if (known) break;
        this.onPath.set(node, below === undefined ? [] : [below]);
        if (node === root) break;
        below = node;
      }
    }
    if (!isPublic) this.candidates = yield* this.findCandidates();
  }

  private *findCandidates(): Steps<Set<number>> {
    const { edited } = this.context;
    const candidates = new Set<number>();
    const seen = new Set<number>();
    for (const [node, { user, group }] of this.edits.nodes) {
      for (const [slot] of user) if (edited.isCompared[slot] === 1) candidates.add(slot);
      for (const { principal } of this.heldOn('group', node)) {
        if (this.isDue(1)) yield 0;
        const isEdited = group.has(principal);
        // All members, or those who join or leave.
        const members = isEdited ? edited.membersOf(principal) : edited.movedOf(principal);
        if (seen.has(principal) || (!isEdited && !edited.isMoved(principal))) continue;
        if (isEdited) seen.add(principal);
        for (const member of members) {
          if (this.isDue(1)) yield 0;
          if (edited.isCompared[member] === 1) candidates.add(member);
        }
      }
    }
    return candidates;
  }

  /** The assignments of users or groups on a resource, before and afterwards. */
  heldOn(kind: 'user' | 'group', node: number): Held[] {
    const { store } = this.context.edited;
    const edits = this.edits.nodes.get(node)?.[kind];
    const held: Held[] = [];
    if (node < store.resources.slots)
      for (const assignment of assignmentsOn(store, kind, node, this.permission)) {
        const principal = principalOf(assignment);
        if (edits?.has(principal) || !store.principals(kind).isLive(principal)) continue;
        const strength = strengthOfAssignment(assignment);
        held.push({ principal, before: strength, after: strength });
      }
    for (const [principal, change] of edits ?? []) held.push({ principal, ...change });
    return held;
  }

  /** Whether another step is due; counts operations. Throws {@link BudgetUsedUp}. */
  isDue(operations: number): boolean {
    const { budget } = this.context;
    budget.operations -= operations;
    if (budget.operations < 0) throw new BudgetUsedUp();
    this.operations += operations;
    if (this.operations < OPERATIONS_PER_STEP) return false;
    this.operations = 0;
    return true;
  }
}
