import { Module } from '@nestjs/common';
import { SnapshotFollower, UsableServices } from '@gatehouse/access';
import { RequestTester } from '@gatehouse/enforcement';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import type { Settings } from '@gatehouse/settings';
import { FairScheduler } from '@gatehouse/wire';
import { RequestsController } from './requests.controller';
import { TestedUsers } from './tested-users';

@Module({
  controllers: [RequestsController],
  providers: [
    TestedUsers,
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
  ],
})
export class RequestsModule {}
