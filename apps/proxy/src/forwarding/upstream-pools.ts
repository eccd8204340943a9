import { Pool } from 'undici';
import type { UpstreamAddress } from './upstream-address';
import { type ConcurrencyLimits, ConcurrencyLimiter } from './concurrency-limiter';
import type { UpstreamTrust } from './upstream-trust';

export interface UpstreamLimits extends ConcurrencyLimits {
  /** Milliseconds within which a connection must be established. */
  readonly connectTimeout: number;
  /** Milliseconds within which the reply must begin after the request was sent. */
  readonly headersTimeout: number;
  /** Milliseconds for which a reply may pause. */
  readonly idleTimeout: number;
  /** Milliseconds for which an idle connection is kept if the upstream does not specify it. */
  readonly keepAlive: number;
  /** Maximum number of upstreams with kept connections. */
  readonly pools: number;
}

/** The connections to an upstream, and their limiter. */
export interface Upstream {
  /** Kept connections; for requests that hold a slot of the limiter. */
  readonly pool: Pool;
  readonly limiter: ConcurrencyLimiter;
}

interface Entry extends Upstream {
  usedAt: number;
}

/** Milliseconds without a request after which an upstream's connections are closed, e.g. because its service was deleted. */
const UNUSED_MS = 60_000;
/** Milliseconds by which we close an idle connection before its upstream does, as announced by `Keep-Alive: timeout=`. */
const KEEP_ALIVE_MARGIN_MS = 2_000;
/** Maximum number of bytes of a reply's headers. */
const MAX_HEADERS = 64 * 1024;

/** Connections to upstreams, kept alive and shared by all services of one origin. */
export class UpstreamPools {
  private readonly entries = new Map<string, Entry>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(
    private readonly limits: UpstreamLimits,
    private readonly trust: UpstreamTrust,
  ) {
    this.sweeper = setInterval(() => this.closeUnused(), UNUSED_MS / 2);
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

  /** Closes all connections; requests in progress fail. */
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
      // A request on a connection that the upstream is about to close would be lost, and only reads are retried.
      keepAliveTimeout: keepAlive,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
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
    const before = performance.now() - UNUSED_MS;
    // A pool in use keeps its limiter: a second one would admit as many requests again.
    for (const [key, { limiter, usedAt }] of this.entries)
      if (limiter.isIdle && usedAt < before) this.close(key);
  }

  private close(key: string): void {
    const entry = this.entries.get(key);
    this.entries.delete(key);
    // Closing fails only if the pool is already closed.
    entry?.pool.close().catch(() => undefined);
  }
}
