import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { RequestScope } from '@gatehouse/http';
import { InMemoryRecords } from './in-memory-records';

/** Milliseconds to wait for the snapshot, and to skip it after a wait that timed out. */
const TIMEOUT_MS = 1_000;

/**
 * The state of the database in memory, from which requests are answered: at the newest revision committed when the request
 * arrives, or a later one. The newest revision is confirmed once per request.
 */
@Injectable()
export class InMemoryState {
  private retryAt = -Infinity;
  private current: InMemoryRecords | undefined;

  constructor(@Inject(SnapshotFollower) private readonly follower: SnapshotFollower) {}

  /** Undefined if confirming the newest revision timed out. */
  at(
    scope: Pick<RequestScope, 'confirmedRevision'>,
  ): InMemoryRecords | undefined | Promise<InMemoryRecords | undefined> {
    if (scope.confirmedRevision !== undefined) return this.records();
    if (performance.now() < this.retryAt) return undefined;
    return this.reach(scope);
  }

  /**
   * Looks up an entity for a read: in memory or, if it is missing there or the memory is not known to be current, in the
   * database. Operations that change something read the database.
   */
  read<Entity>(
    scope: RequestScope,
    known: (records: InMemoryRecords) => Entity | undefined,
    stored: () => Promise<Entity>,
  ): Entity | Promise<Entity> {
    if (scope.route?.method !== 'GET') return stored();
    const from = (records: InMemoryRecords | undefined): Entity | Promise<Entity> =>
      (records && known(records)) ?? stored();
    const records = this.at(scope);
    return records instanceof Promise ? records.then(from) : from(records);
  }

  /** At the current revision of the snapshot. */
  records(): InMemoryRecords {
    const snapshot = this.follower.snapshot();
    if (this.current?.snapshot !== snapshot)
      this.current = new InMemoryRecords(snapshot, this.follower.details());
    return this.current;
  }

  private async reach(scope: Pick<RequestScope, 'confirmedRevision'>): Promise<InMemoryRecords | undefined> {
    const newest = await this.follower.confirmNewest(TIMEOUT_MS);
    if (newest === undefined) {
      this.retryAt = performance.now() + TIMEOUT_MS;
      return undefined;
    }
    scope.confirmedRevision ??= newest;
    return this.records();
  }
}
