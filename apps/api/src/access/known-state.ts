import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { RequestScope } from '@gatehouse/http';
import { KnownRecords } from './known-records';

/** Milliseconds that the snapshot is waited for, and for which it is not asked again when it did not answer. */
const TIMEOUT_MS = 1_000;

/**
 * What this process knows of the database, for requests to be answered from: at the newest revision that is committed when a
 * request comes, or at a later one. One look at the newest revision serves a request to its end.
 */
@Injectable()
export class KnownState {
  private askAgainAt = -Infinity;
  private current: KnownRecords | undefined;

  constructor(@Inject(SnapshotFollower) private readonly follower: SnapshotFollower) {}

  /** Undefined when it cannot be confirmed in time that nothing newer is committed. */
  at(scope: RequestScope): KnownRecords | undefined | Promise<KnownRecords | undefined> {
    if (scope.knownRevision !== undefined) return this.records();
    if (performance.now() < this.askAgainAt) return undefined;
    return this.reach(scope);
  }

  /**
   * What a read looks up: out of memory or, where that does not have it or is not known to be current, out of the database.
   * Operations that change something read the database.
   */
  read<Entity>(
    scope: RequestScope,
    known: (records: KnownRecords) => Entity | undefined,
    stored: () => Promise<Entity>,
  ): Entity | Promise<Entity> {
    if (scope.route?.method !== 'GET') return stored();
    const from = (records: KnownRecords | undefined): Entity | Promise<Entity> =>
      (records && known(records)) ?? stored();
    const records = this.at(scope);
    return records instanceof Promise ? records.then(from) : from(records);
  }

  /** At whatever revision the snapshot is now. */
  records(): KnownRecords {
    const snapshot = this.follower.snapshot();
    if (this.current?.snapshot !== snapshot)
      this.current = new KnownRecords(snapshot, this.follower.details());
    return this.current;
  }

  private async reach(scope: RequestScope): Promise<KnownRecords | undefined> {
    const newest = await this.follower.confirmNewest(TIMEOUT_MS);
    if (newest === undefined) {
      this.askAgainAt = performance.now() + TIMEOUT_MS;
      return undefined;
    }
    scope.knownRevision ??= newest;
    return this.records();
  }
}
