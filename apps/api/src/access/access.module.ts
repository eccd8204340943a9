import { Global, Module } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { AccessFeed } from './access-feed';

/** The access snapshot of this process, on which effective permissions, listings and explanations are decided. */
@Global()
@Module({
  providers: [
    {
      provide: SnapshotFollower,
      inject: [SETTINGS, LOGGER],
      useFactory: ({ databaseUrl, adminGroup, anonymousUser }: Settings, logger: Logger) =>
        new SnapshotFollower({ databaseUrl: databaseUrl ?? '', adminGroup, anonymousUser, logger }),
    },
    AccessFeed,
  ],
  exports: [SnapshotFollower],
})
export class AccessModule {}
