import type { LoggedChange } from '../saved/logged-changes';
import {
  type Comparison,
  type Drift,
  NO_COUNTS,
  type SetCounts,
  compared,
  driftOf,
  sumOf,
} from './comparison';
import type { PresentState } from './present-state';
import {
  BEGIN,
  END,
  type Position,
  type RecordedPages,
  SECTIONS,
  type Section,
  isAfter,
} from './recorded-pages';

/** Differences of each range that are kept; others are compared again when they are listed. */
const MAX_KEPT_DRIFT = 20;

/** The rows of a section after one key and up to another, as they were compared last. */
interface Range extends Omit<Comparison, 'differences'> {
  readonly after: Position;
  readonly upTo: Position;
  readonly driftCount: number;
  readonly drift: readonly Drift[];
  isCurrent: boolean;
}

interface Parts {
  readonly pages: RecordedPages;
  readonly present: PresentState;
}

/**
 * What is kept of the comparison of one set with what exists: counts for ranges of its rows. A change makes those ranges outdated
 * that it may be about, so that only these are compared again.
 */
export class ComparedRanges {
  private readonly ranges = new Map<Section, Range[]>();

  constructor(private readonly setId: number) {
    this.forgetAll();
  }

  /** Nothing is known. */
  forgetAll(): void {
    for (const section of SECTIONS)
      this.ranges.set(section, [
        {
          after: BEGIN,
          upTo: END,
          owned: NO_COUNTS,
          unnamed: NO_COUNTS,
          driftCount: 0,
          drift: [],
          isCurrent: false,
        },
      ]);
  }

  /** Something was changed. */
  note(change: LoggedChange): void {
    const [id, user, group, resource] = [
      change.object_id,
      change.user_id,
      change.group_id,
      change.resource_id,
    ].map(Number) as [number, number, number, number];
    switch (change.entity) {
      case 'user':
        this.outdate('user', [id, 0]);
        // Its memberships and permissions end with it, before their rows are removed.
        if (change.operation !== 'delete') return;
        this.outdate('membership', [id, 0], [id, Infinity]);
        this.outdate('user_permission', [id, 0], [id, Infinity]);
        return;
      case 'group':
        this.outdate('group', [id, 0]);
        if (change.operation !== 'delete') return;
        this.outdate('membership', BEGIN, END);
        this.outdate('group_permission', [id, 0], [id, Infinity]);
        return;
      case 'resource':
        this.outdate('resource', [id, 0]);
        return;
      case 'service':
        this.outdate('resource', [resource, 0]);
        return;
      case 'membership':
        this.outdate('membership', [user, group]);
        return;
      case 'user_rule':
        this.outdate('user_permission', [user, resource]);
        return;
      case 'group_rule':
        this.outdate('group_permission', [group, resource]);
    }
  }

  /** Compares what is not known to be as it was. */
  async refresh(parts: Parts): Promise<void> {
    for (const section of SECTIONS) {
      const ranges: Range[] = [];
      for (const range of this.of(section))
        if (range.isCurrent) ranges.push(range);
        else for await (const one of this.comparedIn(section, range, parts)) ranges.push(one);
      this.ranges.set(section, ranges);
    }
  }

  counts(): { readonly owned: SetCounts; readonly unnamed: SetCounts; readonly driftCount: number } {
    const all = SECTIONS.flatMap((section) => this.of(section));
    return {
      owned: all.reduce((sum, { owned }) => sumOf(sum, owned), NO_COUNTS),
      unnamed: all.reduce((sum, { unnamed }) => sumOf(sum, unnamed), NO_COUNTS),
      driftCount: all.reduce((sum, { driftCount }) => sum + driftCount, 0),
    };
  }

  /** The differences after the first `offset`, at most `limit`. */
  async drift(offset: number, limit: number, { pages, present }: Parts): Promise<Drift[]> {
    const listed: Drift[] = [];
    let skipped = offset;
    for (const section of SECTIONS)
      for (const { after, upTo, drift, driftCount } of this.of(section)) {
        const wanted = Math.min(driftCount - skipped, limit - listed.length);
        if (wanted > 0) {
          if (skipped + wanted <= drift.length) listed.push(...drift.slice(skipped, skipped + wanted));
          else
            for await (const page of pages.between(this.setId, section, after, upTo)) {
              const { differences } = await compared(page, present);
              const some = differences.slice(skipped, skipped + limit - listed.length);
              listed.push(...(await driftOf(some, this.setId, pages)));
              skipped = Math.max(0, skipped - differences.length);
            }
        }
        if (listed.length >= limit) return listed;
        skipped = wanted > 0 ? 0 : skipped - driftCount;
      }
    return listed;
  }

  private async *comparedIn(
    section: Section,
    range: Range,
    { pages, present }: Parts,
  ): AsyncGenerator<Range, void, undefined> {
    for await (const page of pages.between(this.setId, section, range.after, range.upTo)) {
      const { owned, unnamed, differences } = await compared(page, present);
      const drift = await driftOf(differences.slice(0, MAX_KEPT_DRIFT), this.setId, pages);
      const { after, upTo } = page;
      yield { after, upTo, owned, unnamed, driftCount: differences.length, drift, isCurrent: true };
    }
  }

  private of(section: Section): Range[] {
    return this.ranges.get(section) ?? [];
  }

  /** The ranges with a key, or with keys from one to another. */
  private outdate(section: Section, first: Position, last: Position = first): void {
    for (const range of this.of(section))
      if (isAfter(last, range.after) && !isAfter(first, range.upTo)) range.isCurrent = false;
  }
}
