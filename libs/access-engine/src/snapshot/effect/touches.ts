import { isRecursive } from '../assignment-code';
import { NONE } from './state-edits';
import { groupVerdict, levelOf } from './user-states';

/** The strongest assignment of groups on a resource; 0 without one. */
export interface GroupVerdicts {
  /** On the resource itself. */
  readonly exact: number;
  /** For what is below it. */
  readonly below: number;
}

/**
 * The assignments on the resource that is visited, by the users whom they concern. Arrays, because a resource can concern all
 * users.
 */
export class Touches {
  readonly users: number[] = [];
  private readonly flags: Uint8Array;
  /** Strengths above 0 of the user's own assignments: before in the upper bits, afterwards in the lower ones. */
  private readonly own: Uint8Array;
  private readonly exactBefore: Int32Array;
  private readonly exactAfter: Int32Array;
  private readonly belowBefore: Int32Array;
  private readonly belowAfter: Int32Array;

  /** Of several groups with equal assignments, the one with the lowest key counts. */
  constructor(
    slots: number,
    private readonly groupKey: (group: number) => number,
  ) {
    this.flags = new Uint8Array(slots);
    this.own = new Uint8Array(slots);
    this.exactBefore = new Int32Array(slots);
    this.exactAfter = new Int32Array(slots);
    this.belowBefore = new Int32Array(slots);
    this.belowAfter = new Int32Array(slots);
  }

  has(user: number): boolean {
    return this.flags[user] === 1;
  }

  touch(user: number): void {
    if (this.flags[user] === 1) return;
    this.flags[user] = 1;
    this.users.push(user);
    this.own[user] = 0;
    this.exactBefore[user] = 0;
    this.exactAfter[user] = 0;
    this.belowBefore[user] = 0;
    this.belowAfter[user] = 0;
  }

  addOwn(user: number, before: number, after: number): void {
    this.touch(user);
    this.own[user] = ((before + 1) << 4) | (after + 1);
  }

  addGroup(user: number, group: number, before: number, after: number): void {
    this.touch(user);
    this.addTo(this.exactBefore, this.belowBefore, user, group, before);
    this.addTo(this.exactAfter, this.belowAfter, user, group, after);
  }

  /** Strength of the user's own assignment, or `NONE`. */
  ownBefore(user: number): number {
    return (this.own[user]! >>> 4) - 1;
  }

  ownAfter(user: number): number {
    return (this.own[user]! & 15) - 1;
  }

  before(user: number): GroupVerdicts {
    return { exact: this.exactBefore[user]!, below: this.belowBefore[user]! };
  }

  after(user: number): GroupVerdicts {
    return { exact: this.exactAfter[user]!, below: this.belowAfter[user]! };
  }

  clear(): void {
    for (const user of this.users) this.flags[user] = 0;
    this.users.length = 0;
  }

  private addTo(exact: Int32Array, below: Int32Array, user: number, group: number, strength: number): void {
    if (strength === NONE) return;
    const verdict = groupVerdict(strength, group);
    exact[user] = this.stronger(exact[user]!, verdict);
    if (isRecursive(strength)) below[user] = this.stronger(below[user]!, verdict);
  }

  private stronger(one: number, other: number): number {
    if (levelOf(one) !== levelOf(other)) return levelOf(one) > levelOf(other) ? one : other;
    const mask = (1 << 24) - 1;
    return this.groupKey(one & mask) <= this.groupKey(other & mask) ? one : other;
  }
}
