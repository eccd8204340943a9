import type { Row } from '../declaration/shown';

/** Entries of one question, which the API limits. */
const PAGE = 1_000;

/** What entries are read from. */
export interface AuditSource {
  /** A page of the log, the newest entry first: those with smaller numbers than `after`, if that is given. */
  readonly page: (limit: number, after?: number) => Promise<readonly Row[]>;
  /** The newest revision that is committed, which is at least `known`. */
  readonly newestRevision: (known: number) => Promise<number>;
}

/**
 * Reads the audit log from its newest entries on, none of them twice, and all that are added.
 *
 * INVARIANT: numbers of entries rise in the order in which they are committed among changes, and among events, but not across both: a
 * long transaction takes numbers, and events with higher ones are there before it ends. So changes are told by their revisions.
 */
export class AddedEntries {
  private revision = 0;
  private lastEvent = 0;
  /** The newest entry of the last questions. An event is there at the latest for the second one after it has its number. */
  private newest: readonly [last: number, beforeLast: number] = [0, 0];

  constructor(private readonly source: AuditSource) {}

  /** The newest entries, the oldest of them first. */
  async begin(lines: number): Promise<readonly Row[]> {
    const revision = await this.source.newestRevision(0);
    const page = await this.source.page(Math.min(lines, PAGE));
    const oldest = numberOf(page.at(-1));
    const events = page.filter(isEvent).map(numberOf);
    this.revision = Math.max(revision, ...page.map(revisionOf));
    this.lastEvent = events[0] ?? Math.max(oldest - 1, 0);
    this.newest = [numberOf(page[0]), this.lastEvent];
    return [...page].reverse();
  }

  /** What was added since the last call, the oldest first. */
  async next(): Promise<readonly Row[]> {
    const [newestOfLast, floor] = this.newest;
    // Changes that are committed after this question are read by the next call: this one may have only some of them.
    const revision = await this.source.newestRevision(this.revision);
    let hasAllChanges = revision === this.revision;
    let newest = newestOfLast;
    let after: number | undefined;
    const added: Row[] = [];
    for (;;) {
      const page = await this.source.page(PAGE, after);
      newest = Math.max(newest, numberOf(page[0]));
      added.push(...page.filter((entry) => this.isAdded(entry, revision)));
      hasAllChanges ||= page.some((entry) => !isEvent(entry) && revisionOf(entry) <= this.revision);
      after = numberOf(page.at(-1));
      if (page.length < PAGE || (hasAllChanges && after <= floor)) break;
    }
    this.revision = revision;
    this.lastEvent = numberOf(added.find(isEvent)) || this.lastEvent;
    this.newest = [newest, newestOfLast];
    return added.reverse();
  }

  private isAdded(entry: Row, revision: number): boolean {
    if (isEvent(entry)) return numberOf(entry) > this.lastEvent;
    return revisionOf(entry) > this.revision && revisionOf(entry) <= revision;
  }
}

function isEvent({ revision }: Row): boolean {
  return typeof revision !== 'number';
}

function numberOf(entry: Row | undefined): number {
  return Number(entry?.['id'] ?? 0);
}

function revisionOf({ revision }: Row): number {
  return Number(revision ?? 0);
}
