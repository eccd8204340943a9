import { isDenial } from '../assignment-code';

/** Of a user on some resource: no assignment, or what the closest one says. */
export const ABSENT = 0;
export const ALLOWED = 1;
export const DENIED = 2;

const GROUP_BITS = 24;
const GROUP_MASK = (1 << GROUP_BITS) - 1;

/** An assignment of a group as a number above 0, which is the greater the stronger the assignment is. */
export function groupVerdict(strength: number, group: number): number {
  return ((strength + 1) << (GROUP_BITS + 1)) | group;
}

export function levelOf(verdict: number): number {
  return verdict >>> (GROUP_BITS + 1);
}

export function groupOf(verdict: number): number {
  return verdict & GROUP_MASK;
}

function accessOf(verdict: number): number {
  return isDenial(levelOf(verdict) - 1) ? DENIED : ALLOWED;
}

/** The assignments of a user and of its groups but the anonymous one that apply below a resource, before and afterwards. */
export interface UserState {
  readonly ownBefore: number;
  readonly ownAfter: number;
  /** Verdicts of groups; 0 without one. */
  readonly groupBefore: number;
  readonly groupAfter: number;
}

/** Who decides: nobody, the user, a group, or the anonymous group. */
export type Source = 'none' | 'user' | 'group' | 'public';

export interface Verdict {
  readonly access: number;
  readonly source: Source;
}

const VERDICTS = {
  none: { access: ABSENT, source: 'none' },
  user: [undefined, { access: ALLOWED, source: 'user' }, { access: DENIED, source: 'user' }],
  group: [undefined, { access: ALLOWED, source: 'group' }, { access: DENIED, source: 'group' }],
  public: [undefined, { access: ALLOWED, source: 'public' }, { access: DENIED, source: 'public' }],
} as const;

/** The order of principals: the user, then groups, then the anonymous group. */
export function verdictOf(own: number, group: number, everybody: number): Verdict {
  if (own !== ABSENT) return VERDICTS.user[own]!;
  if (group !== 0) return VERDICTS.group[accessOf(group)]!;
  return everybody === ABSENT ? VERDICTS.none : VERDICTS.public[everybody]!;
}

/**
 * The states of users along the path from a service to the resource that is visited. Those who have none are decided about by the
 * anonymous group alone, or not looked at.
 */
export class UserStates {
  private readonly own: Uint8Array;
  private readonly groupsBefore: Int32Array;
  private readonly groupsAfter: Int32Array;
  private readonly places: Int32Array;
  /** Users with a state. */
  tracked = 0;
  /** Users whose states before and afterwards differ. */
  readonly differing: number[] = [];

  constructor(slots: number) {
    this.own = new Uint8Array(slots);
    this.groupsBefore = new Int32Array(slots);
    this.groupsAfter = new Int32Array(slots);
    this.places = new Int32Array(slots);
  }

  isTracked(user: number): boolean {
    return this.own[user] !== 0 || this.groupsBefore[user] !== 0 || this.groupsAfter[user] !== 0;
  }

  isDiffering(user: number): boolean {
    return this.places[user] !== 0;
  }

  of(user: number): UserState {
    const own = this.own[user]!;
    return {
      ownBefore: own >>> 2,
      ownAfter: own & 3,
      groupBefore: this.groupsBefore[user]!,
      groupAfter: this.groupsAfter[user]!,
    };
  }

  set(user: number, { ownBefore, ownAfter, groupBefore, groupAfter }: UserState): void {
    const was = this.isTracked(user);
    this.own[user] = (ownBefore << 2) | ownAfter;
    this.groupsBefore[user] = groupBefore;
    this.groupsAfter[user] = groupAfter;
    this.tracked += Number(this.isTracked(user)) - Number(was);
    const differs = ownBefore !== ownAfter || groupBefore !== groupAfter;
    if (differs === this.isDiffering(user)) return;
    if (differs) this.places[user] = this.differing.push(user);
    else this.removeDiffering(user);
  }

  private removeDiffering(user: number): void {
    const place = this.places[user]!;
    const last = this.differing.pop()!;
    this.places[user] = 0;
    if (last === user) return;
    this.differing[place - 1] = last;
    this.places[last] = place;
  }
}
