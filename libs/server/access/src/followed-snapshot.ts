import { type AccessSnapshot, type ChangeEntry, RevisionGapError } from '@gatehouse/access-engine';
import type { Logger } from '@gatehouse/logging';
import type { LogPage, LoggedRevision } from './change-log';
import { entriesOf } from './entries-of-revision';
import type { FeedConnection } from './feed-connection';
import { type LoadedSnapshot, loadSnapshot } from './load';
import { MissedSessionChanges } from './missed-session-changes';
import { Reclaimer } from './reclaimer';
import { reasonToLoad } from './reason-to-load';
import type { DetailColumns, RowDetails } from './row-details';
import { ENTITIES } from './rows';
import { Slices, inSlices } from './slices';
import { type SessionListener, announce } from './session-events';
import { Waiters } from './waiters';

export interface SnapshotOptions {
  /** Names of the special group and of the special user (`SVC_ADMIN_GROUP`, `SVC_ANONYMOUS_USER`). */
  readonly adminGroup: string;
  readonly anonymousUser: string;
  readonly logger: Logger;
  /** Columns that only the API displays, which are kept as well. */
  readonly details?: DetailColumns;
}

/** Receives each revision that the snapshot has applied, with the entities of its changes, in order. */
export type RevisionListener = (revision: number, entities: readonly string[]) => void;

/** Where the snapshot is after a page of the log; `lost` if it has to be loaded. */
export type Progress = 'newest' | 'behind' | 'lost';

/** Thrown when the snapshot is requested before the first one is loaded. */
export class NotFollowing extends Error {
  constructor() {
    super('no snapshot is loaded yet');
  }
}

/** Failed attempts to follow the log after which the snapshot is loaded instead. */
const MAX_FAILURES = 2;

/**
 * The snapshot of a follower: it is loaded, takes pages of the change log, and tells listeners what has changed. Where pages come
 * from, and when, is decided by `SnapshotFollower`.
 */
export class FollowedSnapshot {
  private current: LoadedSnapshot | undefined;
  /** When it was last known to be at the newest revision, in milliseconds of `performance.now()`. */
  private newestAt = -Infinity;
  private stopped = false;
  private failures = 0;
  private readonly arrivals = new Waiters<number, true>();
  private readonly listeners = new Set<SessionListener>();
  private readonly revisionListeners = new Set<RevisionListener>();
  private readonly reclaimer = new Reclaimer();

  constructor(private readonly options: SnapshotOptions) {}

  start(): void {
    this.stopped = false;
  }

  /** Takes no further revision. */
  stop(): void {
    this.stopped = true;
  }

  /** Ends what goes on in the background; nobody waits afterwards. */
  async close(): Promise<void> {
    await this.reclaimer.stop();
    for (const waiter of this.arrivals.present()) waiter.settle(undefined);
  }

  get isLoaded(): boolean {
    return this.current !== undefined;
  }

  /** The snapshot. Throws `NotFollowing` before it is loaded. */
  get snapshot(): AccessSnapshot {
    if (!this.current) throw new NotFollowing();
    return this.current.snapshot;
  }

  /** Displayed fields of its rows. Throws `NotFollowing` before it is loaded, and without `details`. */
  get details(): RowDetails {
    if (!this.current?.details) throw new NotFollowing();
    return this.current.details;
  }

  /** -1 before it is loaded. */
  get revision(): number {
    return this.current?.snapshot.revision ?? -1;
  }

  /** What tells its revision from one of another history (see `readChanges`). */
  get mark(): string | null {
    return this.current?.mark ?? null;
  }

  /** Milliseconds since it was last known to be at the newest revision. */
  ageMs(): number {
    return performance.now() - this.newestAt;
  }

  /** It was at the newest revision at that time. */
  confirm(at: number): void {
    this.newestAt = at;
  }

  /** It may be of another history. */
  doubt(): void {
    this.newestAt = -Infinity;
  }

  /** Whether the log cannot be read on, or this was tried in vain. */
  get hasToBeLoaded(): boolean {
    return !this.current || this.failures >= MAX_FAILURES;
  }

  /** An attempt to read on has failed. */
  failed(): void {
    this.failures++;
  }

  /** True if the snapshot reaches `revision` or a later one within `timeoutMs`; without it there is no limit. */
  async reaches(revision: number, timeoutMs?: number): Promise<boolean> {
    if (this.revision >= revision) return true;
    return (await this.arrivals.wait(revision, timeoutMs)) ?? false;
  }

  listen(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  onRevision(listener: RevisionListener): () => void {
    this.revisionListeners.add(listener);
    return () => void this.revisionListeners.delete(listener);
  }

  /** Applies a page of the log. Between two revisions, others run. */
  async take(page: LogPage): Promise<Progress> {
    const problem = await this.problemWith(page);
    this.settleArrivals();
    if (problem === undefined) return this.revision === page.newest ? 'newest' : 'behind';
    this.options.logger.warn(
      { reason: problem, revision: this.revision, newest: page.newest },
      'the change log cannot be followed: the snapshot is loaded',
    );
    return 'lost';
  }

  /** Replaces the snapshot; the previous one is used until then, and what is known of sessions is kept if the log tells what has ended. */
  async load(feed: FeedConnection): Promise<void> {
    const begun = performance.now();
    const { adminGroup, anonymousUser, details } = this.options;
    const names = { adminGroup, anonymousUser, anonymousGroup: anonymousUser };
    const loaded = await loadSnapshot(feed.client, names, details);
    // Sessions are forgotten rather than that the snapshot is loaded in vain again.
    const isReadable = this.failures <= MAX_FAILURES;
    const missed =
      this.current && isReadable && (await MissedSessionChanges.read(feed, this.current, loaded));
    // INVARIANT: nothing is awaited from here on: who sees the new revision sees which sessions have ended.
    this.current = loaded;
    this.failures = 0;
    this.confirm(begun);
    if (missed) missed.announce(this.listeners);
    else for (const listener of this.listeners) listener.historyLost();
    if (missed) this.reportRevision(this.revision, ENTITIES);
    this.settleArrivals();
    const durationMs = Math.round(performance.now() - begun);
    this.options.logger.info({ revision: this.revision, durationMs }, 'loaded the snapshot');
  }

  private async problemWith(page: LogPage): Promise<string | undefined> {
    const reason = reasonToLoad(page, this.current);
    if (reason !== undefined) return reason;
    const slices = new Slices();
    for (const logged of page.revisions) {
      await slices.next();
      const entries = await entriesOf(logged, slices);
      if (this.stopped) return undefined;
      const problem = await this.apply(logged, entries, slices);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Others run while the change is checked, and never while it is carried out. */
  private async apply(
    logged: LoggedRevision,
    entries: readonly ChangeEntry[],
    slices: Slices,
  ): Promise<string | undefined> {
    if (!this.current) throw new NotFollowing();
    const { snapshot, details } = this.current;
    try {
      const prepared = await inSlices(snapshot.prepare({ revision: logged.revision, entries }));
      // That of a large one has a turn of its own.
      await slices.next();
      if (this.stopped) return undefined;
      // INVARIANT: nothing is awaited from here on: who sees the new revision sees which sessions have ended.
      snapshot.advance(prepared);
    } catch (error) {
      // A reload recovers from every cause, and the snapshot is unchanged until then.
      if (error instanceof RevisionGapError) return 'gap';
      this.options.logger.error({ error, revision: logged.revision }, 'a revision could not be applied');
      return 'inapplicable change';
    }
    this.failures = 0;
    this.current = {
      ...this.current,
      mark: logged.mark,
      lastChange: logged.lastChange ?? this.current.lastChange,
    };
    for (const change of logged.changes) {
      details?.apply(change);
      announce(change, this.listeners);
    }
    this.reportRevision(
      logged.revision,
      logged.changes.map(({ entity }) => entity),
    );
    this.reclaimer.reclaim(snapshot);
    return undefined;
  }

  private reportRevision(revision: number, entities: readonly string[]): void {
    if (this.revisionListeners.size === 0) return;
    const distinct = [...new Set(entities)];
    for (const listener of this.revisionListeners) listener(revision, distinct);
  }

  private settleArrivals(): void {
    for (const waiter of this.arrivals.present()) if (waiter.wish <= this.revision) waiter.settle(true);
  }
}
