import type { AccessSnapshot } from '@gatehouse/access-engine';
import { AnotherDatabase } from '@gatehouse/database';
import { Alarm } from './alarm';
import { PAGE_LIMITS, type PageLimits, isNewest, readChanges } from './change-log';
import { Confirmations } from './confirmations';
import { FeedConnection, type FeedOptions } from './feed-connection';
import { FeedState, type Lag } from './feed-state';
import {
  FollowedSnapshot,
  NotFollowing,
  type Progress,
  type RevisionListener,
  type SnapshotOptions,
} from './followed-snapshot';
import type { RowDetails } from './row-details';
import type { SessionListener } from './session-events';

export interface FollowerOptions extends FeedOptions, SnapshotOptions {
  /** Milliseconds between polls of the log while nothing is announced. */
  readonly pollInterval?: number;
  /** Milliseconds before the first and between later tries to reconnect. */
  readonly reconnectDelay?: { readonly first: number; readonly most: number };
  /** Bounds of one read of the log. */
  readonly pageLimits?: PageLimits;
}

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
  private readonly followed: FollowedSnapshot;
  private running: Promise<void> | undefined;
  private stopped = false;
  private readonly news = new Alarm();
  private readonly stopping = new Alarm();
  private readonly confirmations = new Confirmations();
  /** Whether a revision was announced that the snapshot may not show yet. */
  private announced = false;
  private readonly state: FeedState;
  /** Somebody waits for the lost feed. */
  private readonly wanted = new Alarm();

  constructor(private readonly options: FollowerOptions) {
    this.followed = new FollowedSnapshot(options);
    this.state = new FeedState(options.logger);
  }

  /** Follows until `stop`. Resolves when the first snapshot is loaded, without a timeout. */
  async start(): Promise<void> {
    this.stopped = false;
    this.followed.start();
    const loaded = this.followed.reaches(0);
    this.running ??= this.run();
    if (!(await loaded)) throw new NotFollowing();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.followed.stop();
    this.news.ring();
    this.stopping.ring();
    this.wanted.ring();
    await this.running;
    this.running = undefined;
    for (const confirmation of this.confirmations.close()) confirmation.settle(undefined);
    await this.followed.close();
  }

  get isReady(): boolean {
    return this.followed.isLoaded;
  }

  /** The snapshot. It advances to later revisions, always complete ones, never between two synchronous statements of a caller. */
  snapshot(): AccessSnapshot {
    return this.followed.snapshot;
  }

  /** Displayed fields of the snapshot's rows, at its revision; kept only if `details` names them. */
  details(): RowDetails {
    return this.followed.details;
  }

  /** The revision of the snapshot; -1 before it is loaded. */
  get revision(): number {
    return this.followed.revision;
  }

  /** How far the snapshot is behind what is known of the database. */
  lag(): Lag {
    return this.state.lag(this.revision);
  }

  /** Milliseconds since the snapshot was last known to be at the newest revision. */
  ageMs(): number {
    return this.followed.ageMs();
  }

  /** True if the snapshot reaches `revision` or a later one within `timeoutMs`. */
  async waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    if (this.revision >= revision) return true;
    return this.followed.reaches(revision, this.boundedWait(timeoutMs));
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
    return this.followed.listen(listener);
  }

  /** Calls `listener` for each revision from now on; after a reload, revisions may be left out (`historyLost`). */
  onRevision(listener: RevisionListener): () => void {
    return this.followed.onRevision(listener);
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
        if (error instanceof AnotherDatabase) this.followed.doubt();
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
    const lookedAt = performance.now();
    if (!this.announced && this.isReady && (await isNewest(feed, this.revision, this.followed.mark))) {
      this.followed.confirm(lookedAt);
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
      this.followed.failed();
      throw error;
    }
  }

  private async readUntilNewest(feed: FeedConnection): Promise<void> {
    let state: Progress = 'behind';
    while (state !== 'newest' && !this.stopped) {
      const lookedAt = performance.now();
      if (state === 'lost' || this.followed.hasToBeLoaded) await this.followed.load(feed);
      const page = await readChanges(feed, this.revision, this.options.pageLimits ?? PAGE_LIMITS);
      this.state.read(page.newest, lookedAt, this.revision);
      state = await this.followed.take(page);
      if (state === 'newest') {
        this.followed.confirm(lookedAt);
        this.state.caughtUp(this.revision);
      }
    }
  }
}
