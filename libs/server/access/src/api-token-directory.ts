import type { ApiTokenStore, LiveSession } from '@gatehouse/identity';
import { LRUCache } from 'lru-cache';
import { SessionDirectory, type SessionDirectoryOptions } from './session-directory';
import type { SnapshotFollower } from './snapshot-follower';

/** Failed look-ups that a client network may cause at once, and how many more each second. */
export interface LookupLimits {
  readonly burst: number;
  readonly perSecond: number;
}

const LIMITS: LookupLimits = { burst: 60, perSecond: 1 };
/** Client networks whose failed look-ups are known, at most. */
const MAX_NETWORKS = 10_000;

/** Failed look-ups of a network, less what has been forgotten since. */
interface Failures {
  readonly count: number;
  readonly at: number;
}

/**
 * What API tokens stand for. As sessions, a token is looked up once, and forgotten when the change feed says that it was changed, revoked, or
 * that its owner was deleted. Invented tokens cost a bounded number of look-ups by client network; known tokens cost none.
 * Reference: sessions#api-tokens.
 */
export class ApiTokenDirectory {
  private readonly directory: SessionDirectory;
  private readonly failures = new LRUCache<string, Failures>({ max: MAX_NETWORKS });

  constructor(
    tokens: Pick<ApiTokenStore, 'find'>,
    feed: Pick<SnapshotFollower, 'listen' | 'confirmNewest'>,
    options: SessionDirectoryOptions = {},
    private readonly limits: LookupLimits = LIMITS,
  ) {
    this.directory = new SessionDirectory(tokens, feed, options);
  }

  /**
   * The session that a token stands for, undefined if it is not valid; a number of seconds to wait if too many look-ups of the network have
   * failed. Synchronous for known tokens, fails with `SessionsUnavailable`.
   *
   * @param network gives that of the client (`networkOf`)
   * @param digest of the token (`digestOf`)
   */
  find(
    token: string,
    digest: string,
    network: () => string,
  ): LiveSession | number | undefined | Promise<LiveSession | number | undefined> {
    const known = this.directory.known(digest, Date.now());
    if (known !== 'unseen') return known;
    const client = network();
    const secondsToWait = this.secondsToWait(client);
    return secondsToWait > 0 ? secondsToWait : this.lookUp(token, digest, client);
  }

  private async lookUp(token: string, digest: string, network: string): Promise<LiveSession | undefined> {
    const session = await this.directory.find(token, Date.now(), digest);
    if (!session) this.failures.set(network, { count: this.countOf(network) + 1, at: performance.now() });
    return session;
  }

  private secondsToWait(network: string): number {
    const more = this.countOf(network) + 1 - this.limits.burst;
    return more <= 0 ? 0 : Math.ceil(more / this.limits.perSecond);
  }

  private countOf(network: string): number {
    const failures = this.failures.get(network);
    if (!failures) return 0;
    const forgotten = ((performance.now() - failures.at) / 1000) * this.limits.perSecond;
    return Math.max(0, failures.count - forgotten);
  }
}
