import { type UnitOfWork, newestRevision } from '@gatehouse/database';
import type { DatabaseHistory } from '../saved/database-history';
import { loggedChanges } from '../saved/logged-changes';
import { ComparedRanges } from './compared-ranges';
import type { Drift, SetCounts } from './comparison';
import type { PresentState } from './present-state';
import type { RecordedPages } from './recorded-pages';

/** Changes since the last comparison that are looked at one by one; after more, everything is compared. */
const MAX_CHANGES = 50_000;

export interface ListedSet {
  readonly name: string;
  readonly appliedAt: Date;
  readonly revision: number;
  readonly owned: SetCounts;
  /** What it owns and its files no longer name. */
  readonly unnamed: SetCounts;
  readonly driftCount: number;
  readonly drift: readonly Drift[];
}

/** The sets that are listed, and which differences of each. */
export interface SetsPage {
  /** Name of the only one. */
  readonly set?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface SetRow {
  readonly id: number;
  readonly name: string;
  readonly applied_at: Date;
  readonly revision: string;
}

interface ComparedSet extends SetRow {
  readonly ranges: ComparedRanges;
}

/** The state with which sets were compared. */
interface Compared {
  readonly revision: number;
  readonly history: string;
  readonly sets: ReadonlyMap<number, ComparedSet>;
}

export interface ListingParts {
  readonly unitOfWork: UnitOfWork;
  readonly pages: RecordedPages;
  readonly present: PresentState;
  readonly history: DatabaseHistory;
}

/**
 * Lists the file sets with what they own, and how the present state differs from what they state. A comparison is kept, and what may
 * have changed since is compared again. There is only one at a time: requests that come meanwhile share the next one.
 */
export class SetListing {
  private compared: Compared | undefined;
  private running: Promise<Compared> | undefined;
  private next: Promise<Compared> | undefined;

  constructor(private readonly parts: ListingParts) {}

  async list({ set, offset, limit }: SetsPage): Promise<ListedSet[]> {
    const listed: ListedSet[] = [];
    for (const { name, applied_at: appliedAt, revision, ranges } of (await this.newest()).sets.values()) {
      if (set !== undefined && set !== name) continue;
      const drift = await ranges.drift(offset, limit, this.parts);
      listed.push({ name, appliedAt, revision: Number(revision), ...ranges.counts(), drift });
    }
    return listed;
  }

  /** A comparison that has begun after the call. */
  private newest(): Promise<Compared> {
    if (!this.running) return this.begin();
    const { running } = this;
    this.next ??= running
      .then(undefined, () => undefined)
      .then(() => {
        this.next = undefined;
        return this.begin();
      });
    return this.next;
  }

  private begin(): Promise<Compared> {
    const { unitOfWork } = this.parts;
    const running = unitOfWork
      .readConsistently(() => this.compare())
      .then(
        (compared) => {
          this.compared = compared;
          return compared;
        },
        (error: unknown) => {
          // Some ranges may be of the failed comparison.
          this.compared = undefined;
          throw error;
        },
      )
      .finally(() => {
        this.running = undefined;
      });
    this.running = running;
    return running;
  }

  private async compare(): Promise<Compared> {
    const { unitOfWork, history } = this.parts;
    const rows = await unitOfWork.manager.query<SetRow[]>(
      'SELECT id, name, applied_at, revision FROM configuration_sets ORDER BY name COLLATE "C"',
    );
    const revision = await newestRevision(unitOfWork.manager);
    const known = await this.known(revision);
    const sets = new Map<number, ComparedSet>();
    for (const row of rows) {
      const before = known.get(row.id);
      // An application also records what it has found, without a revision; it notes the time with each part.
      const isSame = before?.applied_at.getTime() === row.applied_at.getTime();
      const ranges = isSame && before ? before.ranges : new ComparedRanges(row.id);
      await ranges.refresh(this.parts);
      sets.set(row.id, { ...row, ranges });
    }
    return { revision, history: await history.at(revision), sets };
  }

  /** What is kept and still known, apart from what was changed since. */
  private async known(newest: number): Promise<ReadonlyMap<number, ComparedSet>> {
    const { unitOfWork, history } = this.parts;
    const { compared } = this;
    if (!compared || !(await history.isCurrent(compared.history))) return new Map();
    if (compared.revision === newest) return compared.sets;
    if (await this.hasLargeDeletionSince(compared.revision)) return new Map();
    let count = 0;
    for await (const changes of loggedChanges(unitOfWork, compared.revision, MAX_CHANGES)) {
      count += changes.length;
      for (const change of changes) for (const { ranges } of compared.sets.values()) ranges.note(change);
    }
    return count < MAX_CHANGES ? compared.sets : new Map();
  }

  /** Whether something was deleted of which rows are left: they no longer count, and the log has nothing of them yet. */
  private async hasLargeDeletionSince(revision: number): Promise<boolean> {
    const [row] = await this.parts.unitOfWork.manager.query<{ revision: string | null }[]>(
      'SELECT max(revision) AS revision FROM pending_deletions',
    );
    return Number(row?.revision ?? 0) > revision;
  }
}
