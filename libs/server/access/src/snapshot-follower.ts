import { type AccessSnapshot, RevisionGapError } from '@gatehouse/access-engine';
import type { Logger } from '@gatehouse/logging';
import { Alarm } from './alarm';
import { type LogPage, type LoggedRevision, isNewest, readChanges } from './change-log';
import { Confirmations } from './confirmations';
import { FeedConnection } from './feed-connection';
import { type LoadedSnapshot, loadSnapshot } from './load';
import type { DetailColumns, RowDetails } from './row-details';
import { toEntries } from './rows';
import { type SessionListener, announce } from './session-events';
import { Waiters } from './waiters';

export interface FollowerOptions {
  readonly databaseUrl: string;
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
  /** Milliseconds after which a silent database counts as lost. */
  readonly silence?: number;
}

/** Thrown when the snapshot is requested before the first one is loaded. */
class NotFollowing extends Error {
  constructor() {
    super('no snapshot is loaded yet');
  }
}

/** Result of a read of the log; `lost` if the snapshot must be reloaded. */
type Progress = 'newest' | 'behind' | 'lost';

/** Receives each revision that the snapshot has applied, with the entities of its changes, in order. */
export type RevisionListener = (revision: number, entities: readonly string[]) => void;

const POLL_INTERVAL_MS = 1_000;
const RECONNECT_DELAY = { first: 100, most: 5_000 };

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

  constructor(private readonly options: FollowerOptions) {}

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
    await this.running;
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

  /** Milliseconds since the snapshot was last known to be at the newest revision. */
  ageMs(): number {
    return performance.now() - this.confirmed;
  }

  /** True if the snapshot reaches `revision` or a later one within `timeoutMs`. */
  async waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    if (this.revision >= revision) return true;
    return (await this.arrivals.wait(revision, timeoutMs)) ?? false;
  }

  /**
   * Brings the snapshot to the newest revision that is committed at the time of the call, and returns that revision;
   * undefined after `timeoutMs`. All calls of a turn of the event loop, and those made during a
   * read of the log, share the next read. Reference: data#access-revision.
   */
  confirmNewest(timeoutMs: number): Promise<number | undefined> {
    const confirmation = this.confirmations.wait(timeoutMs);
    this.news.ring();
    return confirmation;
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
      try {
        await this.follow(() => (delay = first));
      } catch (error) {
        this.options.logger.warn({ error, revision: this.revision }, 'lost the change feed');
      }
      if (this.stopped) return;
      // Randomized, so that many followers do not reconnect to a restarted database at the same time.
      await this.stopping.sleep(delay * (0.5 + Math.random() / 2));
      delay = Math.min(delay * 2, most);
    }
  }

  private async follow(succeeded: () => void): Promise<void> {
    const { databaseUrl, silence } = this.options;
    const notified = (): void => {
      this.announced = true;
      this.news.ring();
    };
    const feed = await FeedConnection.open(databaseUrl, notified, silence);
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
    if (!this.announced && current && (await isNewest(feed.client, this.revision, current.mark)))
      this.confirmed = lookedAt;
    else await this.readOn(feed);
    for (const confirmation of closed) confirmation.settle(this.revision);
  }

  /** Applies the entries of the log after the snapshot's revision. */
  private async readOn(feed: FeedConnection): Promise<void> {
    this.announced = false;
    let state: Progress = 'behind';
    while (state !== 'newest') {
      const lookedAt = performance.now();
      state = this.current ? this.take(await readChanges(feed.client, this.revision)) : 'lost';
      if (state === 'newest') this.confirmed = lookedAt;
      if (state === 'lost') await this.load(feed);
    }
  }

  /** Applies a page of the log. */
  private take(page: LogPage): Progress {
    const problem = this.problemWith(page);
    this.settleArrivals();
    if (problem === undefined) return this.revision === page.newest ? 'newest' : 'behind';
    this.options.logger.warn(
      { reason: problem, revision: this.revision },
      'the change log cannot be followed',
    );
    return 'lost';
  }

  private problemWith(page: LogPage): string | undefined {
    if (page.mark !== this.current?.mark) return 'another history';
    if (page.newest < this.revision) return 'ahead of the database';
    if (page.newest > this.revision && page.revisions.length === 0) return 'gap';
    for (const logged of page.revisions) {
      const problem = this.apply(logged);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private apply(logged: LoggedRevision): string | undefined {
    if (!this.current) throw new NotFollowing();
    const { snapshot, details } = this.current;
    try {
      snapshot.apply({ revision: logged.revision, entries: logged.changes.flatMap(toEntries) });
    } catch (error) {
      // A reload recovers from every cause, and the snapshot is unchanged until then.
      if (error instanceof RevisionGapError) return 'gap';
      this.options.logger.error({ error, revision: logged.revision }, 'a revision could not be applied');
      return 'inapplicable change';
    }
    this.current = { snapshot, mark: logged.mark, details };
    for (const change of logged.changes) {
      details?.apply(change);
      announce(change, this.listeners);
    }
    this.reportRevision(logged);
    return undefined;
  }

  private reportRevision({ revision, changes }: LoggedRevision): void {
    if (this.revisionListeners.size === 0) return;
    const entities = [...new Set(changes.map(({ entity }) => entity))];
    for (const listener of this.revisionListeners) listener(revision, entities);
  }

  /** Replaces the snapshot; the previous one is used until then. */
  private async load(feed: FeedConnection): Promise<void> {
    const begun = performance.now();
    const { adminGroup, anonymousUser, details } = this.options;
    const names = { adminGroup, anonymousUser, anonymousGroup: anonymousUser };
    this.current = await loadSnapshot(feed.client, names, details);
    this.confirmed = begun;
    for (const listener of this.listeners) listener.historyLost();
    this.settleArrivals();
    const durationMs = Math.round(performance.now() - begun);
    this.options.logger.info({ revision: this.revision, durationMs }, 'loaded the snapshot');
  }

  private settleArrivals(): void {
    for (const waiter of this.arrivals.present()) if (waiter.wish <= this.revision) waiter.settle(true);
  }
}
