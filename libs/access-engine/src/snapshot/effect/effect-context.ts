import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import { sortedInSteps } from '../sorted-in-steps';
import type { EditedStore } from './edited-store';
import type { EffectLists } from './effect-lists';
import { hashOf } from './effect-rows';
import { Touches } from './touches';
import { UserStates } from './user-states';

/** What the walks of one effect share: arrays with an element for each user. */
export class EffectContext {
  readonly states: UserStates;
  readonly touches: Touches;
  /** The tick from which each user is counted in a row. */
  readonly enteredAt: Int32Array;
  private weight = 0;
  private sorted: Int32Array = new Int32Array(0);

  constructor(
    readonly edited: EditedStore,
    readonly lists: EffectLists,
    /** Operations that are left. */
    readonly budget: { operations: number },
  ) {
    this.states = new UserStates(edited.userSlots);
    this.touches = new Touches(edited.userSlots, (group) => edited.groupKey(group));
    this.enteredAt = new Int32Array(edited.userSlots);
  }

  weightOf(user: number): number {
    return hashOf(this.edited.userKey(user));
  }

  /** Sum of the weights of all users that are compared. */
  get weightOfAll(): number {
    return this.weight;
  }

  /** The users that are compared, in an order that is the same in all processes. */
  get usersInOrder(): Int32Array {
    return this.sorted;
  }

  /** Computes both, which only effects of assignments of the anonymous group need. */
  *prepare(): Steps<void> {
    const { isCompared, comparedUsers, userSlots } = this.edited;
    const users = new Int32Array(comparedUsers);
    let length = 0;
    for (let user = 0; user < userSlots; user++) {
      if ((user + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      if (isCompared[user] !== 1) continue;
      users[length++] = user;
      this.weight = (this.weight + this.weightOf(user)) | 0;
    }
    if (!this.lists.isEmpty)
      this.sorted = yield* sortedInSteps(users, (one, other) => this.compare(one, other));
  }

  /** Existing users by id, then new ones. */
  compare(one: number, other: number): number {
    const [a, b] = [this.edited.userKey(one), this.edited.userKey(other)];
    return a > 0 === b > 0 ? Math.abs(a) - Math.abs(b) : b - a;
  }
}
