import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SnapshotFollower, UsableServices } from '@gatehouse/access';
import { LOGGER } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';

/**
 * Follows the change feed while the application runs. Startup waits for the first snapshot. Services that proxies refuse
 * because of their stored configuration are logged at startup.
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.follower.start();
    new UsableServices(patternEngine, this.logger).checkAll(this.follower.snapshot().services());
  }

  onModuleDestroy(): Promise<void> {
    return this.follower.stop();
  }
}
