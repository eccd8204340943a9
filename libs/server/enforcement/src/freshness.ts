import type { IncomingMessage } from 'node:http';
import type { SnapshotFollower } from '@gatehouse/access';
import type { Problem } from '@gatehouse/problems';
import { futureRevision, malformedRevision, notConfirmed, notReady, stale } from './refusals';

export interface FreshnessLimits {
  /** Milliseconds for which the last snapshot may be used without confirmation. */
  readonly maxAge: number;
  /** Milliseconds for which a request waits for the revision that it demands. */
  readonly timeoutMs: number;
}

const REVISION = /^\d{1,15}$/;
const NO_CACHE = /(?:^|,)\s*no-cache\s*(?:[,=]|$)/i;

/**
 * Whether the snapshot is new enough to decide on. Fails closed. Reference: sessions#sessions,
 * data#access-revision, data#revisions.
 */
export class Freshness {
  constructor(
    private readonly follower: Pick<SnapshotFollower, 'isReady' | 'ageMs' | 'revision' | 'confirmNewest'>,
    private readonly limits: FreshnessLimits,
  ) {}

  /** The refusal while there is no snapshot or it is too old. */
  refusal(): Problem | undefined {
    if (!this.follower.isReady) return notReady;
    return this.follower.ageMs() > this.limits.maxAge ? stale : undefined;
  }

  /**
   * Waits until the snapshot satisfies what a request demands by `X-Access-Revision` (at least that revision) or
   * `Cache-Control: no-cache` (the newest one); does not wait without such a demand.
   */
  meet(request: Pick<IncomingMessage, 'headers'>): undefined | Problem | Promise<Problem | undefined> {
    const demanded = request.headers['x-access-revision'];
    const control = request.headers['cache-control'];
    if (demanded !== undefined && !REVISION.test(String(demanded))) return malformedRevision;
    const revision = demanded === undefined ? 0 : Number(demanded);
    const isUnknown = revision > this.follower.revision || (control !== undefined && NO_CACHE.test(control));
    return isUnknown ? this.reach(revision) : undefined;
  }

  private async reach(revision: number): Promise<Problem | undefined> {
    const newest = await this.follower.confirmNewest(this.limits.timeoutMs);
    if (newest === undefined) return notConfirmed;
    return revision > newest ? futureRevision : undefined;
  }
}
