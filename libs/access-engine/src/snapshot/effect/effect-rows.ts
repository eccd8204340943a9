import { RowUsers } from './user-set';

export type Side = 'gain' | 'loss';

/** What one principal's assignments lead to in one service. */
export interface Row {
  readonly side: Side;
  readonly kind: 'user' | 'group';
  /** Slot of the principal. */
  readonly principal: number;
  readonly permission: number;
  readonly root: number;
  readonly users: RowUsers;
  /** A resource of it. */
  node: number | undefined;
  pairs: number;
  resources: number;
  /** Digest of the pairs, in two lanes. */
  digest: [number, number];
  /** Users whose decision changes at the present place. */
  current: number;
  weight: number;
  countedUntil: number;
  hashedUntil: [number, number];
  countedAt: number;
}

/**
 * The rows of one permission in one service. Pairs of user and resource are not counted one by one: a row has a number of users who
 * are affected now, and each visited resource is a tick of a clock; what the row counts is the product of both, summed up
 * whenever its users change.
 */
export class EffectRows {
  private readonly byPrincipal = new Map<number, Row>();
  private clock = 0;
  private hash: [number, number] = [0, 0];
  private readonly totals = { gain: 0, loss: 0 };

  constructor(private readonly scope: Pick<Row, 'permission' | 'root'> & { readonly userSlots: number }) {}

  get time(): number {
    return this.clock;
  }

  /** Number of users who are affected now. */
  affected(side: Side): number {
    return this.totals[side];
  }

  of(side: Side, kind: 'user' | 'group', principal: number): Row {
    const key = principal * 4 + (kind === 'user' ? 2 : 0) + (side === 'gain' ? 1 : 0);
    const known = this.byPrincipal.get(key);
    if (known) return known;
    const { permission, root, userSlots } = this.scope;
    const row: Row = {
      ...{ side, kind, principal, permission, root },
      users: new RowUsers(userSlots),
      node: undefined,
      ...{ pairs: 0, resources: 0, digest: [0, 0], current: 0, weight: 0 },
      ...{ countedUntil: this.clock, hashedUntil: [...this.hash], countedAt: -1 },
    };
    this.byPrincipal.set(key, row);
    return row;
  }

  /** Users, as many as `count`, are affected from now on; `weight` is the sum of their hashes. */
  enter(row: Row, count: number, weight: number): void {
    this.settle(row);
    row.current += count;
    row.weight = (row.weight + weight) | 0;
    this.totals[row.side] += count;
  }

  leave(row: Row, count: number, weight: number): void {
    this.enter(row, -count, -weight);
  }

  /** One more resource, on which everybody who is affected now has one more changed decision. */
  tick(nodeHash: number): void {
    this.clock += 1;
    this.hash[0] = (this.hash[0] + nodeHash) | 0;
    this.hash[1] = (this.hash[1] + Math.imul(nodeHash ^ 0x5bd1e995, 0x27d4eb2f)) | 0;
  }

  /** After the tick of a resource: users who are affected there, but not as those who are affected now. */
  add(row: Row, count: number, weight: number, node: number, nodeHash: number): void {
    this.settle(row);
    row.pairs += count;
    row.node ??= node;
    if (row.current === 0 && row.countedAt !== this.clock) row.resources += 1;
    row.countedAt = this.clock;
    row.digest[0] = (row.digest[0] + Math.imul(weight, nodeHash)) | 0;
    row.digest[1] = (row.digest[1] + Math.imul(weight, Math.imul(nodeHash ^ 0x5bd1e995, 0x27d4eb2f))) | 0;
  }

  /** The rows with all that was counted. */
  finish(): Row[] {
    const rows = [...this.byPrincipal.values()];
    for (const row of rows) this.settle(row);
    return rows.filter(({ pairs }) => pairs > 0);
  }

  private settle(row: Row): void {
    const ticks = this.clock - row.countedUntil;
    if (ticks === 0) return;
    if (row.current > 0) {
      row.pairs += row.current * ticks;
      row.resources += ticks;
    }
    for (const lane of [0, 1] as const) {
      const hashes = (this.hash[lane] - row.hashedUntil[lane]) | 0;
      row.digest[lane] = (row.digest[lane] + Math.imul(row.weight, hashes)) | 0;
      row.hashedUntil[lane] = this.hash[lane];
    }
    row.countedUntil = this.clock;
  }
}

/** A hash of a number for sums that do not depend on their order. */
export function hashOf(key: number): number {
  let hash = Math.imul(key ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 1;
}
