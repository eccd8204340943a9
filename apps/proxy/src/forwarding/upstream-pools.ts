import { Pool } from 'undici';

export interface UpstreamLimits {
  /** Milliseconds until a connection must stand. */
  readonly connectTimeout: number;
  /** Milliseconds until the reply must begin, once the request is sent. */
  readonly headersTimeout: number;
  /** Milliseconds for which a reply may pause. */
  readonly idleTimeout: number;
  /** Most connections to one upstream; further requests wait for a free one. */
  readonly connections: number;
  /** Most upstreams that connections are kept to. */
  readonly pools: number;
}

interface Entry {
  readonly pool: Pool;
  usedAt: number;
}

/** Milliseconds without a request after which an upstream's connections are given up, e.g. because its service is gone. */
const UNUSED = 60_000;
/** Bytes of a reply's headers. */
const MAX_HEADERS = 64 * 1024;

/** Connections to upstreams, kept alive and shared by all services of one origin. */
export class UpstreamPools {
  private readonly pools = new Map<string, Entry>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly limits: UpstreamLimits) {
    this.sweeper = setInterval(() => this.closeUnused(), UNUSED / 2);
    this.sweeper.unref();
  }

  of(origin: string): Pool {
    let entry = this.pools.get(origin);
    if (!entry) {
      this.makeRoom();
      entry = { pool: this.open(origin), usedAt: 0 };
      this.pools.set(origin, entry);
    }
    entry.usedAt = performance.now();
    return entry.pool;
  }

  /** Ends all connections; requests under way fail. */
  async destroy(): Promise<void> {
    clearInterval(this.sweeper);
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map(({ pool }) => pool.destroy()));
  }

  private open(origin: string): Pool {
    const { connectTimeout, headersTimeout, idleTimeout, connections } = this.limits;
    return new Pool(origin, {
      connections,
      pipelining: 1,
      connect: { timeout: connectTimeout },
      headersTimeout,
      bodyTimeout: idleTimeout,
      maxHeaderSize: MAX_HEADERS,
    });
  }

  private makeRoom(): void {
    if (this.pools.size < this.limits.pools) return;
    let oldest: string | undefined;
    let usedAt = Infinity;
    for (const [origin, entry] of this.pools) {
      if (entry.usedAt < usedAt) [oldest, usedAt] = [origin, entry.usedAt];
    }
    if (oldest !== undefined) this.close(oldest);
  }

  private closeUnused(): void {
    const before = performance.now() - UNUSED;
    for (const [origin, entry] of this.pools) if (entry.usedAt < before) this.close(origin);
  }

  /** Requests under way are finished before the connections end. */
  private close(origin: string): void {
    const entry = this.pools.get(origin);
    this.pools.delete(origin);
    // Closing fails only for a pool that is closed already.
    entry?.pool.close().catch(() => undefined);
  }
}
