import { Inject, Injectable } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import type { Revisions } from '@gatehouse/http';

/** Milliseconds until a database that does not answer makes the request fail. */
const TIMEOUT_MS = 10_000;

/** The revisions of this process's access snapshot. Questions for the newest one that come together share one look. */
@Injectable()
export class ReachedRevisions implements Revisions {
  constructor(@Inject(SnapshotFollower) private readonly follower: SnapshotFollower) {}

  async atLeast(revision: number): Promise<number> {
    return this.follower.revision >= revision ? this.follower.revision : this.newest();
  }

  /** The newest committed revision, which the snapshot shows then. */
  async newest(): Promise<number> {
    const newest = await this.follower.confirmNewest(TIMEOUT_MS);
    if (newest === undefined) {
      throw new Error('the newest revision is not known: the database does not answer');
    }
    return newest;
  }
}
