import { Global, Module } from '@nestjs/common';
import { SnapshotFollower, UsableServices } from '@gatehouse/access';
import { RequestTester } from '@gatehouse/enforcement';
import { LOGGER, REVISIONS, SETTINGS } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import type { Settings } from '@gatehouse/settings';
import { FairScheduler } from '@gatehouse/wire';
import { AccessFeed } from './access-feed';
import { InMemoryState } from './in-memory-state';
import { ReachedRevisions } from './reached-revisions';
import { VisibleResources } from './visible-resources';

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
    VisibleResources,
    {
      provide: RequestTester,
      inject: [SETTINGS, SnapshotFollower, FairScheduler, LOGGER],
      useFactory: (
        settings: Settings,
        follower: SnapshotFollower,
        scheduler: FairScheduler,
        logger: Logger,
      ) => new RequestTester(settings, follower, new UsableServices(patternEngine, logger), scheduler),
    },
    { provide: REVISIONS, useExisting: ReachedRevisions },
  ],
  exports: [SnapshotFollower, InMemoryState, ReachedRevisions, VisibleResources, REVISIONS, RequestTester],
})
export class AccessModule {}
