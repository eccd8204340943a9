import { PERMISSION_NAMES } from '../../permission';
import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import { EMPTY } from '../list-arena';
import type { EffectContext } from './effect-context';
import {
  type Change,
  type Counts,
  EffectCount,
  type PublicVerdicts,
  SIDES,
  reachOf,
  verdictBelow,
  verdictBy,
} from './effect-count';
import type { ListedChange } from './effect-lists';
import { BudgetUsedUp, EffectRegion, type Held } from './effect-region';
import type { Row, Side } from './effect-rows';
import { NONE, type ServiceEdits } from './state-edits';
import type { UserState } from './user-states';

/** A resource whose children are visited. */
interface Frame {
  readonly children: ArrayLike<number>;
  next: number;
  /** Length of the journal, and the verdicts of the anonymous group, before the resource was visited. */
  readonly mark: number;
  readonly publicBefore: number;
  readonly publicAfter: number;
}

const NO_USERS: ReadonlyMap<number, readonly Change[]> = new Map();

/**
 * Visits the resources of a service on which the decisions about one permission can change, from the service down, each once, and
 * counts the changes. On the way down it keeps, for the users concerned, the closest assignments before and afterwards, so that
 * a resource without assignments costs the same for any number of users.
 */
export class EffectWalk {
  private readonly count: EffectCount;
  private readonly name: string;
  private readonly permission: number;
  private readonly region: EffectRegion;
  /** Users with their states above the visited resource, where it has changed them. */
  private readonly journal: { readonly user: number; readonly state: UserState }[] = [];
  private readonly frames: Frame[] = [];
  private readonly applicable = new Map<string, boolean>();
  private readonly appliesBelow: boolean;

  constructor(
    private readonly context: EffectContext,
    private readonly edits: ServiceEdits,
  ) {
    this.permission = edits.permission;
    this.name = PERMISSION_NAMES[edits.permission]!;
    this.count = new EffectCount(context, edits);
    this.region = new EffectRegion(context, edits);
    this.appliesBelow = context.edited.appliesBelow(this.name, edits.root);
  }

  /** The rows of what was counted, also if the budget is used up. */
  *run(): Steps<Row[]> {
    try {
      yield* this.region.prepare();
      yield* this.visit(this.edits.root);
      yield* this.descend();
    } catch (error) {
      if (!(error instanceof BudgetUsedUp)) throw error;
      this.context.touches.clear();
    }
    while (this.frames.length > 0) yield* this.leave();
    return this.count.rows.finish();
  }

  private *descend(): Steps<void> {
    for (;;) {
      const frame = this.frames.at(-1);
      if (!frame) return;
      if (frame.next === frame.children.length) {
        yield* this.leave();
        continue;
      }
      const child = frame.children[frame.next++]!;
      if (this.region.isDue(1)) yield 0;
      if (this.isPlain(child)) {
        this.pass(child);
        if (this.context.edited.hasChildren(child)) this.enter(child, this.journal.length);
      } else yield* this.visit(child);
    }
  }

  /** Whether a resource changes no state. */
  private isPlain(node: number): boolean {
    if (this.region.onPath.has(node)) return false;
    const { resources } = this.context.edited.store;
    if (node >= resources.slots) return true;
    if (((resources.groupMask(node) >>> this.permission) & 1) === 1) return false;
    return resources.userAssignments(node) === EMPTY || this.region.heldOn('user', node).length === 0;
  }

  /** Counts a resource without assignments. */
  private pass(node: number): void {
    const counts = this.countsOf(node);
    if (!counts.isExact && !counts.isBelow) return;
    this.count.tick(node);
    this.list(node, counts, NO_USERS, []);
  }

  /** Takes the assignments on a resource into account. */
  private *visit(node: number): Steps<void> {
    const { edited, states, touches } = this.context;
    const { count } = this;
    const groups = this.region.heldOn('group', node);
    const everybody = groups.find(({ principal }) => principal === edited.publicGroup);
    yield* this.touchUsers(node);
    for (const held of groups) if (held !== everybody) yield* this.touchMembers(node, held);
    if (everybody) for (const user of states.differing) touches.touch(user);
    const { publicBefore, publicAfter } = count;
    const verdicts: PublicVerdicts = {
      exactBefore: verdictBy(everybody?.before ?? NONE, publicBefore),
      exactAfter: verdictBy(everybody?.after ?? NONE, publicAfter),
      belowBefore: verdictBelow(everybody?.before ?? NONE, publicBefore),
      belowAfter: verdictBelow(everybody?.after ?? NONE, publicAfter),
    };
    // INVARIANT: from here on the budget is not looked at, so that no resource is counted in part.
    for (const [index, user] of touches.users.entries()) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      count.displace(user);
    }
    if (everybody) count.displaceOthers();
    const counts = this.countsOf(node);
    if (counts.isExact || counts.isBelow) count.tick(node);
    const ofOthers = everybody ? count.countOthers(node, verdicts, counts) : [];
    const ofUsers = new Map<number, readonly Change[]>();
    const mark = this.journal.length;
    for (const [index, user] of touches.users.entries()) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      const inherited = states.of(user);
      const exact = this.stateOn(user, inherited, true);
      const below = this.stateOn(user, inherited, false);
      ofUsers.set(user, count.countUser(user, node, { exact, below, verdicts }, counts));
      this.journal.push({ user, state: inherited });
    }
    if (counts.isExact || counts.isBelow) this.list(node, counts, ofUsers, ofOthers);
    count.setPublic(verdicts.belowBefore, verdicts.belowAfter);
    for (let index = mark; index < this.journal.length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      const { user, state } = this.journal[index]!;
      states.set(user, this.stateOn(user, state, false));
      count.place(user);
    }
    touches.clear();
    this.enter(node, mark, publicBefore, publicAfter);
  }

  private enter(
    node: number,
    mark: number,
    publicBefore = this.count.publicBefore,
    publicAfter = this.count.publicAfter,
  ): void {
    const { edited, lists } = this.context;
    const children = this.count.isOpen ? edited.childrenOf(node) : (this.region.onPath.get(node) ?? []);
    const ordered = lists.isEmpty
      ? children
      : Int32Array.from(children).sort((a, b) => edited.resourceKey(a) - edited.resourceKey(b));
    this.frames.push({ children: ordered, next: 0, mark, publicBefore, publicAfter });
  }

  /** Restores the states above the resource that was entered last. */
  private *leave(): Steps<void> {
    const { count, journal } = this;
    const { states } = this.context;
    const { mark, publicBefore, publicAfter } = this.frames.pop()!;
    if (mark === journal.length) {
      if (publicBefore !== count.publicBefore || publicAfter !== count.publicAfter)
        count.setPublic(publicBefore, publicAfter);
      return;
    }
    for (let index = mark; index < journal.length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      count.displace(journal[index]!.user);
    }
    count.setPublic(publicBefore, publicAfter);
    for (let index = mark; index < journal.length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      const { user, state } = journal[index]!;
      states.set(user, state);
      count.place(user);
    }
    journal.length = mark;
  }

  /** Whether a user's assignments on the resource matter. */
  private isConcerned(node: number, user: number): boolean {
    const { edited, states } = this.context;
    if (edited.isCompared[user] !== 1) return false;
    if (this.region.onPath.has(node)) return this.region.candidates?.has(user) ?? true;
    return this.count.publicBefore !== this.count.publicAfter || states.isDiffering(user);
  }

  private *touchUsers(node: number): Steps<void> {
    for (const { principal, before, after } of this.region.heldOn('user', node)) {
      if (this.region.isDue(1)) yield 0;
      if (this.isConcerned(node, principal)) this.context.touches.addOwn(principal, before, after);
    }
  }

  private *touchMembers(node: number, { principal: group, before, after }: Held): Steps<void> {
    const { edited, states, touches } = this.context;
    const { publicBefore, publicAfter } = this.count;
    const isAnybody = !this.region.onPath.has(node) && publicBefore !== publicAfter;
    const pool = this.region.onPath.has(node)
      ? this.region.candidates
      : isAnybody
        ? undefined
        : states.differing;
    const size = pool && ('size' in pool ? pool.size : pool.length);
    const isPool = pool !== undefined && size !== undefined && size < edited.memberCount(group);
    for (const user of isPool ? pool : edited.membersOf(group)) {
      if (this.region.isDue(1)) yield 0;
      if (!isPool && !this.isConcerned(node, user)) continue;
      const strengths = [
        edited.isMemberBefore(user, group) ? before : NONE,
        edited.isMemberAfter(user, group) ? after : NONE,
      ] as const;
      if (strengths[0] !== NONE || strengths[1] !== NONE) touches.addGroup(user, group, ...strengths);
    }
  }

  /** The state on the resource that is touched, or below it. */
  private stateOn(user: number, inherited: UserState, isExact: boolean): UserState {
    const { touches } = this.context;
    const own = isExact ? verdictBy : verdictBelow;
    const [before, after] = [touches.before(user), touches.after(user)];
    return {
      ownBefore: own(touches.ownBefore(user), inherited.ownBefore),
      ownAfter: own(touches.ownAfter(user), inherited.ownAfter),
      groupBefore: (isExact ? before.exact : before.below) || inherited.groupBefore,
      groupAfter: (isExact ? after.exact : after.below) || inherited.groupAfter,
    };
  }

  private countsOf(node: number): Counts {
    const { edited } = this.context;
    const type = edited.typeOf(node);
    let isExact = this.applicable.get(type);
    if (isExact === undefined)
      this.applicable.set(type, (isExact = edited.applies(this.name, this.edits.root, type)));
    return { isExact, isBelow: this.appliesBelow };
  }

  /** Lists what the page of the request has of the changes on a resource. */
  private list(
    node: number,
    counts: Counts,
    ofUsers: ReadonlyMap<number, readonly Change[]>,
    ofOthers: readonly Change[],
  ): void {
    const { lists } = this.context;
    if (lists.isEmpty) return;
    for (const side of SIDES) {
      const manual = [...ofUsers.values()].flat().filter(({ row }) => row.side === side).length;
      const others = ofOthers.some(({ row }) => row.side === side) ? this.count.numberOfOthers : 0;
      const window = lists.take(side, this.count.rows.affected(side) + manual + others);
      if (window) lists.add(side, this.changesOn(node, side, { counts, ofUsers, ofOthers }, window));
    }
  }

  private changesOn(
    node: number,
    side: Side,
    {
      counts,
      ofUsers,
      ofOthers,
    }: {
      readonly counts: Counts;
      readonly ofUsers: ReadonlyMap<number, readonly Change[]>;
      readonly ofOthers: readonly Change[];
    },
    { skip, most }: { readonly skip: number; readonly most: number },
  ): ListedChange[] {
    const { context, count } = this;
    const users = this.edits.isPublic
      ? context.usersInOrder
      : [...new Set([...context.states.differing, ...ofUsers.keys()])].sort((a, b) => context.compare(a, b));
    const found: ListedChange[] = [];
    for (const user of users) {
      if (found.length === skip + most) break;
      const known = ofUsers.get(user) ?? (context.states.isTracked(user) ? undefined : ofOthers);
      const isManual = ofUsers.has(user) || (ofOthers.length > 0 && !context.states.isTracked(user));
      const row = isManual ? undefined : count.rowOf(user);
      const changes = isManual ? (known ?? []) : row ? [{ row, reach: reachOf(counts) }] : [];
      for (const change of changes) if (change.row.side === side) found.push({ user, node, ...change });
    }
    return found.slice(skip);
  }
}
