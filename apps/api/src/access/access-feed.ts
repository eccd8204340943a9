import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';

/** Follows the change feed from the start of the application, which waits for the first snapshot, to its end. */
@Injectable()
export class AccessFeed implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(SnapshotFollower) private readonly follower: SnapshotFollower) {}

  onApplicationBootstrap(): Promise<void> {
    return this.follower.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.follower.stop();
  }
}
