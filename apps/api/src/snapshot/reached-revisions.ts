import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import { DatabaseUnavailable } from '@gatehouse/database';
import { type Revisions, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';

/** The revisions of this process's access snapshot. Concurrent requests for the newest one share one query. */
@Injectable()
export class ReachedRevisions implements Revisions {
  private readonly timeoutMs: number;

  constructor(
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
    @Inject(SETTINGS) { databaseTimeout }: Settings,
  ) {
    this.timeoutMs = databaseTimeout * 1000;
  }

  get current(): number {
    return this.follower.revision;
  }

  async atLeast(revision: number): Promise<number> {
    return this.follower.revision >= revision ? this.follower.revision : this.newest();
  }

  /** The newest committed revision, which the snapshot has reached when the promise resolves. */
  async newest(): Promise<number> {
    const newest = await this.follower.confirmNewest(this.timeoutMs);
    if (newest === undefined) {
      const { revision, newest: known, isInterrupted } = this.follower.lag();
      const reason = isInterrupted ? 'the change feed is lost' : 'the database does not respond in time';
      throw new DatabaseUnavailable(
        `the newest revision is unknown: ${reason} (revision ${revision} of ${known})`,
      );
    }
    return newest;
  }
}
