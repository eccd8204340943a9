import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SnapshotFollower } from '@gatehouse/access';
import type { Logger } from '@gatehouse/logging';
import { type MaybePromise, andThen, attempt } from '@gatehouse/enforcement';
import type { Tunnel } from './tunnel';

/** Whether an allowed request is still allowed; `afresh`: its session has to be looked up again. */
export type Reauthorize = (afresh: boolean) => MaybePromise<boolean>;

interface Entry {
  readonly reauthorize: Reauthorize;
  readonly sessionId: string | undefined;
  /** Whether its session has changed since it was looked up. */
  isSuspect: boolean;
}

/** Milliseconds between checks while nothing changes: sessions expire, and snapshots become stale. */
const TICK_MS = 1_000;
/** Minimum milliseconds between checks, so that many changes in a row cost little. */
const PAUSE_MS = 50;
/** Tunnels that are checked before other work may run. */
const MAX_AT_ONCE = 200;
/** Maximum number of concurrent checks that wait for the database. */
const MAX_LOOKUPS = 32;

/**
 * The open tunnels. A request is authorized once, but a tunnel outlives the decision: with each revision of the snapshot, and
 * each second, all are authorized again, and those that are no longer allowed are closed.
 */
export class TunnelRegistry {
  private readonly entries = new Map<Tunnel, Entry>();
  private isWatching = false;
  private isClosed = false;

  constructor(
    private readonly follower: Pick<SnapshotFollower, 'listen' | 'revision' | 'waitFor'>,
    private readonly logger: Logger,
  ) {
    follower.listen({
      tokenIssued: () => undefined,
      sessionChanged: (sessionId) => this.suspect((entry) => entry.sessionId === sessionId),
      historyLost: () => this.suspect(() => true),
    });
  }

  /** Number of open tunnels. */
  get size(): number {
    return this.entries.size;
  }

  /** Adds a tunnel that has just been authorized. */
  add(tunnel: Tunnel, sessionId: string | undefined, reauthorize: Reauthorize): void {
    if (this.isClosed) {
      tunnel.close();
      return;
    }
    this.entries.set(tunnel, { reauthorize, sessionId, isSuspect: false });
    if (!this.isWatching) void this.watch();
  }

  remove(tunnel: Tunnel): void {
    this.entries.delete(tunnel);
  }

  /** Closes all tunnels, and further ones immediately. */
  close(): void {
    this.isClosed = true;
    for (const tunnel of [...this.entries.keys()]) tunnel.close();
    this.entries.clear();
  }

  private suspect(matches: (entry: Entry) => boolean): void {
    for (const entry of this.entries.values()) if (matches(entry)) entry.isSuspect = true;
  }

  private async watch(): Promise<void> {
    this.isWatching = true;
    while (this.entries.size > 0) {
      const { revision } = this.follower;
      await this.lookAtAll();
      await sleep(PAUSE_MS, undefined, { ref: false });
      if (this.entries.size > 0) await this.follower.waitFor(revision + 1, TICK_MS);
    }
    this.isWatching = false;
  }

  private async lookAtAll(): Promise<void> {
    const lookups = new Set<Promise<undefined>>();
    let looked = 0;
    for (const [tunnel, entry] of this.entries) {
      const afresh = entry.isSuspect;
      // Before the check: changes during it trigger another one.
      entry.isSuspect = false;
      const lookup = andThen(this.reauthorize(entry, afresh), this.closeUnless, tunnel);
      if (lookup) {
        const tracked = lookup.finally(() => lookups.delete(tracked));
        lookups.add(tracked);
        if (lookups.size >= MAX_LOOKUPS) await Promise.race(lookups);
      }
      if (++looked % MAX_AT_ONCE === 0) await nextTurn();
    }
    await Promise.all(lookups);
  }

  /** Fails closed. */
  private reauthorize({ reauthorize }: Entry, afresh: boolean): MaybePromise<boolean> {
    return attempt(reauthorize, this.deny, afresh);
  }

  private readonly deny = (error: unknown): boolean => {
    this.logger.error({ error }, 'could not reauthorize an open connection');
    return false;
  };

  private readonly closeUnless = (isAllowed: boolean, tunnel: Tunnel): undefined => {
    if (!isAllowed && this.entries.has(tunnel)) tunnel.close();
    return undefined;
  };
}
