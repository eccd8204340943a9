import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { Revisions } from '@gatehouse/http';

/** Milliseconds to wait for the database before the request fails. */
const TIMEOUT_MS = 10_000;

/** The revisions of this process's access snapshot. Concurrent requests for the newest one share one query. */
@Injectable()
export class ReachedRevisions implements Revisions {
  constructor(@Inject(SnapshotFollower) private readonly follower: SnapshotFollower) {}

  async atLeast(revision: number): Promise<number> {
    return this.follower.revision >= revision ? this.follower.revision : this.newest();
  }

  /** The newest committed revision, which the snapshot has reached when the promise resolves. */
  async newest(): Promise<number> {
    const newest = await this.follower.confirmNewest(TIMEOUT_MS);
    if (newest === undefined) {
      throw new Error('the newest revision is unknown: the database does not respond');
    }
    return newest;
  }
}
