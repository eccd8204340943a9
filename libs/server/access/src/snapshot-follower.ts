import { type AccessSnapshot, type ChangeEntry, RevisionGapError } from '@gatehouse/access-engine';
import { AnotherDatabase } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { Alarm } from './alarm';
import {
  type LogPage,
  type LoggedRevision,
  PAGE_LIMITS,
  type PageLimits,
  isNewest,
  readChanges,
} from './change-log';
import { Confirmations } from './confirmations';
import { FeedConnection, type FeedOptions } from './feed-connection';
import { FeedState, type Lag } from './feed-state';
import { entriesOf } from './entries-of-revision';
import { type LoadedSnapshot, loadSnapshot } from './load';
import { MissedSessionChanges } from './missed-session-changes';
import { Reclaimer } from './reclaimer';
import { reasonToLoad } from './reason-to-load';
import type { DetailColumns, RowDetails } from './row-details';
import { ENTITIES } from './rows';
import { Slices } from './slices';
import { type SessionListener, announce } from './session-events';
import { Waiters } from './waiters';

export interface FollowerOptions extends FeedOptions {
  /** Names of the special group and of the special user (`SVC_ADMIN_GROUP`, `SVC_ANONYMOUS_USER`). */
  readonly adminGroup: string;
  readonly anonymousUser: string;
  readonly logger: Logger;
  /** Columns that only the API displays, which are kept as well. */
  readonly details?: DetailColumns;
  /** Milliseconds between polls of the log while nothing is announced. */
  readonly pollInterval?: number;
  /** Milliseconds before the first and between later tries to reconnect. */
  readonly reconnectDelay?: { readonly first: number; readonly most: number };
  /** Bounds of one read of the log. */
  readonly pageLimits?: PageLimits;
}

/** Thrown when the snapshot is requested before the first one is loaded. */
class NotFollowing extends Error {
  constructor() {
    super('no snapshot is loaded yet');
  }
}

/** Result of a read of the log; `lost` if the snapshot must be reloaded. */
type Progress = 'newest' | 'behind' | 'lost';

/** Failed attempts to follow the log after which the snapshot is loaded instead. */
const MAX_FAILURES = 2;

/** Receives each revision that the snapshot has applied, with the entities of its changes, in order. */
export type RevisionListener = (revision: number, entities: readonly string[]) => void;

const POLL_INTERVAL_MS = 1_000;
const RECONNECT_DELAY = { first: 100, most: 5_000 };
/** Milliseconds after which a feed that is lost is not expected to be back at once. */
const INTERRUPTION_MS = 1_000;
/** Milliseconds that a caller waits at most for a feed that has been lost for longer. */
const MAX_WAIT_WHILE_LOST_MS = 3_000;
/** Milliseconds between attempts to connect that callers cause. */
const PAUSE_MS = 500;

/**
 * Keeps an access snapshot equal to the database: loads it once and then applies the change log, revision by revision.
 * Announcements wake it; a poll handles missed announcements, a reload gaps in the log, a new connection a lost one. It
 * performs one step at a time, so that any number of announcements cause one read of the log. Reference: data#revisions.
 */
export class SnapshotFollower {
  private current: LoadedSnapshot | undefined;
  private confirmed = -Infinity;
  private running: Promise<void> | undefined;
  private stopped = false;
  private readonly news = new Alarm();
  private readonly stopping = new Alarm();
  private readonly confirmations = new Confirmations();
  /** Whether a revision was announced that the snapshot may not show yet. */
  private announced = false;
  private readonly arrivals = new Waiters<number, true>();
  private readonly listeners = new Set<SessionListener>();
  private readonly revisionListeners = new Set<RevisionListener>();
  private readonly reclaimer = new Reclaimer();
  private failures = 0;
  private readonly state: FeedState;
  /** Somebody waits for the lost feed. */
  private readonly wanted = new Alarm();

  constructor(private readonly options: FollowerOptions) {
    this.state = new FeedState(options.logger);
  }

  /** Follows until `stop`. Resolves when the first snapshot is loaded, without a timeout. */
  async start(): Promise<void> {
    this.stopped = false;
    const loaded = this.isReady ? true : this.arrivals.wait(0);
    this.running ??= this.run();
    if (!(await loaded)) throw new NotFollowing();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.news.ring();
    this.stopping.ring();
    this.wanted.ring();
    await this.running;
    await this.reclaimer.stop();
    this.running = undefined;
    for (const confirmation of this.confirmations.close()) confirmation.settle(undefined);
    for (const waiter of this.arrivals.present()) waiter.settle(undefined);
  }

  get isReady(): boolean {
    return this.current !== undefined;
  }

  /** The snapshot. It advances to later revisions, always complete ones, never between two synchronous statements of a caller. */
  snapshot(): AccessSnapshot {
    if (!this.current) throw new NotFollowing();
    return this.current.snapshot;
  }

  /** Displayed fields of the snapshot's rows, at its revision; kept only if `details` names them. */
  details(): RowDetails {
    if (!this.current?.details) throw new NotFollowing();
    return this.current.details;
  }

  /** The revision of the snapshot; -1 before it is loaded. */
  get revision(): number {
    return this.current?.snapshot.revision ?? -1;
  }

  /** How far the snapshot is behind what is known of the database. */
  lag(): Lag {
    return this.state.lag(this.revision);
  }

  /** Milliseconds since the snapshot was last known to be at the newest revision. */
  ageMs(): number {
    return performance.now() - this.confirmed;
  }

  /** True if the snapshot reaches `revision` or a later one within `timeoutMs`. */
  async waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    if (this.revision >= revision) return true;
    return (await this.arrivals.wait(revision, this.boundedWait(timeoutMs))) ?? false;
  }

  /**
   * Brings the snapshot to the newest revision that is committed at the time of the call, and returns that revision;
   * undefined after `timeoutMs`. All calls of a turn of the event loop, and those made during a
   * read of the log, share the next read. While the feed is lost, nobody waits for longer than an attempt to connect again. Reference:
   * data#access-revision.
   */
  confirmNewest(timeoutMs: number): Promise<number | undefined> {
    if (this.stopped) return Promise.resolve(undefined);
    const confirmation = this.confirmations.wait(this.boundedWait(timeoutMs));
    this.news.ring();
    return confirmation;
  }

  /** How long a caller may wait; if the feed has been lost for some time, an attempt to connect follows soon. */
  private boundedWait(timeoutMs: number): number {
    if (!this.state.isLostSince(INTERRUPTION_MS)) return timeoutMs;
    this.wanted.ring();
    return Math.min(timeoutMs, MAX_WAIT_WHILE_LOST_MS);
  }

  /** Adds a listener; the returned function removes it. */
  listen(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Calls `listener` for each revision from now on; after a reload, revisions may be left out (`historyLost`). */
  onRevision(listener: RevisionListener): () => void {
    this.revisionListeners.add(listener);
    return () => void this.revisionListeners.delete(listener);
  }

  private async run(): Promise<void> {
    const { first, most } = this.options.reconnectDelay ?? RECONNECT_DELAY;
    let delay = first;
    while (!this.stopped) {
      // Who comes during an attempt waits for the next one.
      const waiting = this.state.isLostSince(0) ? this.confirmations.close() : [];
      try {
        await this.follow(() => (delay = first));
      } catch (error) {
        // What was followed until now may be another history.
        if (error instanceof AnotherDatabase) this.confirmed = -Infinity;
        this.state.lost(error, this.revision);
        if (this.state.isLostSince(INTERRUPTION_MS))
          for (const confirmation of waiting) confirmation.settle(undefined);
      }
      if (this.stopped) return;
      // Randomized, so that many followers do not reconnect to a restarted database at the same time.
      const pause = delay * (0.5 + Math.random() / 2);
      await this.stopping.sleep(Math.min(pause, PAUSE_MS));
      if (pause > PAUSE_MS && !this.stopped) await this.wanted.sleep(pause - PAUSE_MS);
      delay = Math.min(delay * 2, most);
    }
  }

  private async follow(succeeded: () => void): Promise<void> {
    const notified = (): void => {
      this.announced = true;
      this.news.ring();
    };
    const feed = await FeedConnection.open(this.options, notified);
    try {
      while (!this.stopped) {
        await this.catchUp(feed);
        succeeded();
        await this.news.sleep(this.options.pollInterval ?? POLL_INTERVAL_MS);
        feed.assertAlive();
      }
    } finally {
      await feed.close();
    }
  }

  /** Brings the snapshot to the newest revision. If this fails, callers wait for the next attempt. */
  private async catchUp(feed: FeedConnection): Promise<void> {
    const closed = this.confirmations.close();
    const { current } = this;
    const lookedAt = performance.now();
    if (!this.announced && current && (await isNewest(feed, this.revision, current.mark))) {
      this.confirmed = lookedAt;
      this.state.caughtUp(this.revision);
    } else await this.readOn(feed);
    for (const confirmation of closed) confirmation.settle(this.revision);
  }

  /** Applies the entries of the log after the snapshot's revision. */
  private async readOn(feed: FeedConnection): Promise<void> {
    this.announced = false;
    try {
      await this.readUntilNewest(feed);
    } catch (error) {
      this.failures++;
      throw error;
    }
  }

  private async readUntilNewest(feed: FeedConnection): Promise<void> {
    let state: Progress = 'behind';
    while (state !== 'newest' && !this.stopped) {
      const lookedAt = performance.now();
      if (!this.current || state === 'lost' || this.failures >= MAX_FAILURES) await this.load(feed);
      const page = await readChanges(feed, this.revision, this.options.pageLimits ?? PAGE_LIMITS);
      this.state.read(page.newest, lookedAt, this.revision);
      state = await this.take(page);
      if (state === 'newest') {
        this.confirmed = lookedAt;
        this.state.caughtUp(this.revision);
      }
    }
  }

  /** Applies a page of the log. Between two revisions, others run. */
  private async take(page: LogPage): Promise<Progress> {
    const problem = await this.problemWith(page);
    this.settleArrivals();
    if (problem === undefined) return this.revision === page.newest ? 'newest' : 'behind';
    this.options.logger.warn(
      { reason: problem, revision: this.revision, newest: page.newest },
      'the change log cannot be followed: the snapshot is loaded',
    );
    return 'lost';
  }

  private async problemWith(page: LogPage): Promise<string | undefined> {
    const reason = reasonToLoad(page, this.current);
    if (reason !== undefined) return reason;
    const slices = new Slices();
    for (const logged of page.revisions) {
      await slices.next();
      const entries = await entriesOf(logged, slices);
      if (this.stopped) return undefined;
      const problem = this.apply(logged, entries);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private apply(logged: LoggedRevision, entries: readonly ChangeEntry[]): string | undefined {
    if (!this.current) throw new NotFollowing();
    const { snapshot, details } = this.current;
    try {
      snapshot.apply({ revision: logged.revision, entries });
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

  /** Replaces the snapshot; the previous one is used until then, and what is known of sessions is kept if the log tells what has ended. */
  private async load(feed: FeedConnection): Promise<void> {
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
    this.confirmed = begun;
    if (missed) missed.announce(this.listeners);
    else for (const listener of this.listeners) listener.historyLost();
    if (missed) this.reportRevision(this.revision, ENTITIES);
    this.settleArrivals();
    const durationMs = Math.round(performance.now() - begun);
    this.options.logger.info({ revision: this.revision, durationMs }, 'loaded the snapshot');
  }

  private settleArrivals(): void {
    for (const waiter of this.arrivals.present()) if (waiter.wish <= this.revision) waiter.settle(true);
  }
}
