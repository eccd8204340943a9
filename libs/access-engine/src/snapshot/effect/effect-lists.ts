import type { Row, Side } from './effect-rows';

/** Whether a decision changes on a resource, for names below it that are not registered, or for both. */
export type Reach = 'resource' | 'names_below' | 'both';

export interface ListedChange {
  readonly user: number;
  readonly node: number;
  readonly reach: Reach;
  readonly row: Row;
}

interface List {
  seen: number;
  readonly changes: ListedChange[];
}

/** A page of the decisions that change, of each side. */
export class EffectLists {
  private readonly sides: Record<Side, List> = {
    gain: { seen: 0, changes: [] },
    loss: { seen: 0, changes: [] },
  };

  constructor(
    private readonly offset: number,
    private readonly limit: number,
  ) {}

  /** Whether nothing is listed. */
  get isEmpty(): boolean {
    return this.limit === 0;
  }

  of(side: Side): readonly ListedChange[] {
    return this.sides[side].changes;
  }

  /** How many of the next `count` changes are listed, and after how many; undefined for none. */
  take(side: Side, count: number): { readonly skip: number; readonly most: number } | undefined {
    const list = this.sides[side];
    const skip = Math.max(0, this.offset - list.seen);
    list.seen += count;
    const most = this.limit - list.changes.length;
    return skip < count && most > 0 ? { skip, most } : undefined;
  }

  add(side: Side, changes: readonly ListedChange[]): void {
    this.sides[side].changes.push(...changes);
  }
}
