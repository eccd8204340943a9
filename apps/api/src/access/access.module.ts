import { Global, Module } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import { LOGGER, REVISIONS, SETTINGS } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { AccessFeed } from './access-feed';
import { InMemoryState } from './in-memory-state';
import { ReachedRevisions } from './reached-revisions';

/** The access snapshot of this process, from which effective permissions, listings and explanations are computed. */
@Global()
@Module({
  providers: [
    {
      provide: SnapshotFollower,
      inject: [SETTINGS, LOGGER],
      useFactory: ({ databaseUrl, adminGroup, anonymousUser }: Settings, logger: Logger) =>
        new SnapshotFollower({
          databaseUrl: databaseUrl ?? '',
          adminGroup,
          anonymousUser,
          logger,
          withDetails: true,
        }),
    },
    AccessFeed,
    InMemoryState,
    ReachedRevisions,
    { provide: REVISIONS, useExisting: ReachedRevisions },
  ],
  exports: [SnapshotFollower, InMemoryState, ReachedRevisions, REVISIONS],
})
export class AccessModule {}
