import { isDenial, isRecursive } from '../assignment-code';
import type { EffectContext } from './effect-context';
import type { ListedChange, Reach } from './effect-lists';
import { EffectRows, type Row, type Side, hashOf } from './effect-rows';
import { NONE, type ServiceEdits } from './state-edits';
import {
  ABSENT,
  ALLOWED,
  DENIED,
  type Source,
  type UserState,
  type Verdict,
  groupOf,
  verdictOf,
} from './user-states';

/** The verdicts of the anonymous group on a resource and below it, before and afterwards. */
export interface PublicVerdicts {
  readonly exactBefore: number;
  readonly exactAfter: number;
  readonly belowBefore: number;
  readonly belowAfter: number;
}

/** A decision that changes, with the row that counts it. */
export type Change = Pick<ListedChange, 'reach' | 'row'>;

export const SIDES: readonly Side[] = ['gain', 'loss'];
const RANKS: Readonly<Record<Source, number>> = { none: 0, public: 1, group: 2, user: 3 };

/** The verdict that an assignment gives; `inherited` without one. */
export function verdictBy(strength: number, inherited: number): number {
  if (strength === NONE) return inherited;
  return isDenial(strength) ? DENIED : ALLOWED;
}

/** The same for what is below its resource. */
export function verdictBelow(strength: number, inherited: number): number {
  return strength !== NONE && isRecursive(strength) ? verdictBy(strength, inherited) : inherited;
}

/** Counts, for one permission in one service, whose decisions change on the resource that is visited. */
export class EffectCount {
  readonly rows: EffectRows;
  publicBefore = ABSENT;
  publicAfter = ABSENT;
  /** The row of those whom only the anonymous group concerns, with their number. */
  private others: Row | undefined;
  private othersCount = 0;
  private othersWeight = 0;
  /** Users who had a state, in the order in which they lost it. */
  private readonly released: number[] = [];
  private readonly publicGroup: number;
  private readonly isPublic: boolean;

  constructor(
    private readonly context: EffectContext,
    { permission, root, isPublic }: ServiceEdits,
  ) {
    const { edited } = context;
    this.rows = new EffectRows({ permission, root, userSlots: edited.userSlots });
    this.publicGroup = edited.publicGroup;
    this.isPublic = isPublic;
    if (!isPublic) return;
    this.othersCount = edited.comparedUsers;
    this.othersWeight = context.weightOfAll;
  }

  /** Whether what is below the visited resource can have changed decisions without changes of its own. */
  get isOpen(): boolean {
    return this.context.states.differing.length > 0 || this.publicBefore !== this.publicAfter;
  }

  /** The user is no longer counted with its state. */
  displace(user: number): void {
    const { states, enteredAt } = this.context;
    const weight = this.context.weightOf(user);
    if (!states.isTracked(user)) {
      if (!this.isPublic) return;
      this.othersCount -= 1;
      this.othersWeight = (this.othersWeight - weight) | 0;
      if (this.others) this.rows.leave(this.others, 1, weight);
      return;
    }
    const row = this.rowOf(user);
    if (!row) return;
    this.rows.leave(row, 1, weight);
    if (this.rows.time > enteredAt[user]!) row.users.add(user);
  }

  /** The user is counted with its state. */
  place(user: number): void {
    const { states, enteredAt } = this.context;
    const weight = this.context.weightOf(user);
    if (!states.isTracked(user)) {
      if (!this.isPublic) return;
      this.othersCount += 1;
      this.othersWeight = (this.othersWeight + weight) | 0;
      this.released.push(user);
      if (this.others) this.rows.enter(this.others, 1, weight);
      return;
    }
    const row = this.rowOf(user);
    if (!row) return;
    this.rows.enter(row, 1, weight);
    enteredAt[user] = this.rows.time;
  }

  /** The others are not counted until `setPublic`. */
  displaceOthers(): void {
    if (this.others) this.rows.leave(this.others, this.othersCount, this.othersWeight);
    this.others = undefined;
  }

  setPublic(before: number, after: number): void {
    this.displaceOthers();
    this.publicBefore = before;
    this.publicAfter = after;
    if (!this.isPublic) return;
    const side = sideOf(verdictOf(ABSENT, 0, before), verdictOf(ABSENT, 0, after));
    if (!side) return;
    this.others = this.rows.of(side, 'group', this.publicGroup);
    this.rows.enter(this.others, this.othersCount, this.othersWeight);
  }

  /** Counts the visited resource for all who are placed. */
  tick(node: number): void {
    this.rows.tick(hashOf(this.context.edited.resourceKey(node)));
    if (this.others && this.othersCount > 0) this.addOthers(this.others);
  }

  /** Changes of the others on a resource with an assignment of the anonymous group. */
  countOthers(node: number, verdicts: PublicVerdicts, counts: Counts): Change[] {
    if (!this.isPublic || this.othersCount === 0) return [];
    const state = { ownBefore: ABSENT, ownAfter: ABSENT, groupBefore: 0, groupAfter: 0 };
    const changes = this.changesOf(-1, state, state, verdicts, counts);
    for (const { row } of changes) {
      this.rows.add(
        row,
        this.othersCount,
        this.othersWeight,
        node,
        hashOf(this.context.edited.resourceKey(node)),
      );
      this.addOthers(row);
    }
    return changes;
  }

  get numberOfOthers(): number {
    return this.othersCount;
  }

  /** Changes of a user on the resource, and for what is below it. */
  countUser(
    user: number,
    node: number,
    {
      exact,
      below,
      verdicts,
    }: { readonly exact: UserState; readonly below: UserState; readonly verdicts: PublicVerdicts },
    counts: Counts,
  ): Change[] {
    const changes = this.changesOf(user, exact, below, verdicts, counts);
    for (const { row } of changes) {
      this.rows.add(row, 1, this.context.weightOf(user), node, hashOf(this.context.edited.resourceKey(node)));
      row.users.add(user);
    }
    return changes;
  }

  /** The row in which a user is counted on resources without assignments. */
  rowOf(user: number): Row | undefined {
    const { states } = this.context;
    if (!states.isTracked(user)) return this.others;
    const state = states.of(user);
    return this.rowFor(user, state, this.publicBefore, this.publicAfter);
  }

  private changesOf(
    user: number,
    exact: UserState,
    below: UserState,
    verdicts: PublicVerdicts,
    { isExact, isBelow }: Counts,
  ): Change[] {
    const onIt = isExact ? this.rowFor(user, exact, verdicts.exactBefore, verdicts.exactAfter) : undefined;
    const underIt = isBelow ? this.rowFor(user, below, verdicts.belowBefore, verdicts.belowAfter) : undefined;
    if (onIt && underIt && onIt.side === underIt.side) return [{ row: onIt, reach: 'both' }];
    const found: Change[] = [];
    if (onIt) found.push({ row: onIt, reach: 'resource' });
    if (underIt) found.push({ row: underIt, reach: 'names_below' });
    return found;
  }

  /**
   * The row of a changed decision: that of the principal who decides before or afterwards, and of these the one of higher
   * precedence, since it is the assignment of that one which has come, gone or changed.
   */
  private rowFor(user: number, state: UserState, publicBefore: number, publicAfter: number): Row | undefined {
    const before = verdictOf(state.ownBefore, state.groupBefore, publicBefore);
    const after = verdictOf(state.ownAfter, state.groupAfter, publicAfter);
    const side = sideOf(before, after);
    if (!side) return undefined;
    const isAfter = RANKS[after.source] >= RANKS[before.source];
    const { source } = isAfter ? after : before;
    if (source === 'user') return this.rows.of(side, 'user', user);
    const group = groupOf(isAfter ? state.groupAfter : state.groupBefore);
    return this.rows.of(side, 'group', source === 'group' ? group : this.publicGroup);
  }

  private addOthers(row: Row): void {
    const { states, touches, edited } = this.context;
    row.users.addOthers(
      (user) => states.isTracked(user) || touches.has(user),
      this.released,
      edited.isCompared,
    );
  }
}

/** Whether the permission applies to the resource, and to names below it. */
export interface Counts {
  readonly isExact: boolean;
  readonly isBelow: boolean;
}

export function reachOf({ isExact, isBelow }: Counts): Reach {
  if (isExact && isBelow) return 'both';
  return isExact ? 'resource' : 'names_below';
}

function sideOf(before: Verdict, after: Verdict): Side | undefined {
  if (before.access === ALLOWED) return after.access === ALLOWED ? undefined : 'loss';
  return after.access === ALLOWED ? 'gain' : undefined;
}
