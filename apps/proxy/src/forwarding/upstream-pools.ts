import { Pool } from 'undici';
import type { UpstreamAddress } from './upstream-address';
import { type ConcurrencyLimits, ConcurrencyLimiter } from './concurrency-limiter';
import type { UpstreamTrust } from './upstream-trust';

export interface UpstreamLimits extends ConcurrencyLimits {
  /** Milliseconds until a connection must stand. */
  readonly connectTimeout: number;
  /** Milliseconds until the reply must begin, once the request is sent. */
  readonly headersTimeout: number;
  /** Milliseconds for which a reply may pause. */
  readonly idleTimeout: number;
  /** Milliseconds for which an idle connection is kept where the upstream does not say. */
  readonly keepAlive: number;
  /** Most upstreams that connections are kept to. */
  readonly pools: number;
}

/** An upstream as requests reach it. */
export interface Upstream {
  /** Kept connections; used by those who hold a slot at the limiter. */
  readonly pool: Pool;
  readonly limiter: ConcurrencyLimiter;
}

interface Entry extends Upstream {
  usedAt: number;
}

/** Milliseconds without a request after which an upstream's connections are given up, e.g. because its service is gone. */
const UNUSED = 60_000;
/** Milliseconds by which we give up an idle connection before its upstream does, which says `Keep-Alive: timeout=`. */
const KEEP_ALIVE_MARGIN = 2_000;
/** Bytes of a reply's headers. */
const MAX_HEADERS = 64 * 1024;

/** Connections to upstreams, kept alive and shared by all services of one origin. */
export class UpstreamPools {
  private readonly entries = new Map<string, Entry>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(
    private readonly limits: UpstreamLimits,
    private readonly trust: UpstreamTrust,
  ) {
    this.sweeper = setInterval(() => this.closeUnused(), UNUSED / 2);
    this.sweeper.unref();
  }

  of(address: UpstreamAddress): Upstream {
    let entry = this.entries.get(address.key);
    if (!entry) {
      this.makeRoom();
      entry = { pool: this.open(address), limiter: new ConcurrencyLimiter(this.limits), usedAt: 0 };
      this.entries.set(address.key, entry);
    }
    entry.usedAt = performance.now();
    return entry;
  }

  /** Ends all connections; requests under way fail. */
  async destroy(): Promise<void> {
    clearInterval(this.sweeper);
    const entries = [...this.entries.values()];
    this.entries.clear();
    await Promise.all(entries.map(({ pool }) => pool.destroy()));
  }

  private open({ origin, socketPath }: UpstreamAddress): Pool {
    const { connectTimeout, headersTimeout, idleTimeout, keepAlive, connections } = this.limits;
    return new Pool(origin, {
      connections,
      pipelining: 1,
      connect: {
        timeout: connectTimeout,
        ...(origin.startsWith('https:') ? this.trust : {}),
        ...(socketPath === undefined ? {} : { socketPath }),
      },
      // A request on a connection that the upstream is about to close would be lost, and only reads are sent again.
      keepAliveTimeout: keepAlive,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN,
      headersTimeout,
      bodyTimeout: idleTimeout,
      maxHeaderSize: MAX_HEADERS,
    });
  }

  private makeRoom(): void {
    if (this.entries.size < this.limits.pools) return;
    let oldest: string | undefined;
    let usedAt = Infinity;
    for (const [key, entry] of this.entries) {
      if (entry.limiter.isIdle && entry.usedAt < usedAt) [oldest, usedAt] = [key, entry.usedAt];
    }
    if (oldest !== undefined) this.close(oldest);
  }

  private closeUnused(): void {
    const before = performance.now() - UNUSED;
    // One that is in use keeps its limiter: a second one would let as many in again.
    for (const [key, { limiter, usedAt }] of this.entries)
      if (limiter.isIdle && usedAt < before) this.close(key);
  }

  private close(key: string): void {
    const entry = this.entries.get(key);
    this.entries.delete(key);
    // Closing fails only for a pool that is closed already.
    entry?.pool.close().catch(() => undefined);
  }
}
