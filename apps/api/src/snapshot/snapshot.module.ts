import { Global, Module } from '@nestjs/common';
import { SnapshotFollower, UsableServices } from '@gatehouse/access';
import { DETAIL_COLUMNS } from '@gatehouse/directory';
import { RequestTester } from '@gatehouse/enforcement';
import { LOGGER, REVISIONS, SETTINGS, provide, provideBy } from '@gatehouse/http';
import { patternEngine } from '@gatehouse/patterns';
import { FairScheduler } from '@gatehouse/scheduling';
import { DataSource } from 'typeorm';
import { ChangeFeed } from './change-feed';
import { InMemoryState } from './in-memory-state';
import { PagedLists } from '../lists/paged-lists';
import { ReachedRevisions } from './reached-revisions';
import { VisibleResources } from './visible-resources';

/** The access snapshot of this process, from which effective permissions, listings and explanations are computed. */
@Global()
@Module({
  providers: [
    provideBy(
      SnapshotFollower,
      { settings: SETTINGS, logger: LOGGER, database: DataSource },
      ({ settings: { databaseUrl = '', databaseDirectUrl, adminGroup, anonymousUser }, logger, database }) =>
        new SnapshotFollower({
          databaseUrl: databaseDirectUrl ?? databaseUrl,
          isSeparate: databaseDirectUrl !== undefined,
          database,
          adminGroup,
          anonymousUser,
          logger,
          details: DETAIL_COLUMNS,
        }),
    ),
    ChangeFeed,
    InMemoryState,
    PagedLists,
    ReachedRevisions,
    VisibleResources,
    provideBy(UsableServices, { logger: LOGGER }, ({ logger }) => new UsableServices(patternEngine, logger)),
    provide(RequestTester, SETTINGS, SnapshotFollower, UsableServices, FairScheduler),
    { provide: REVISIONS, useExisting: ReachedRevisions },
  ],
  exports: [
    SnapshotFollower,
    InMemoryState,
    PagedLists,
    ReachedRevisions,
    VisibleResources,
    REVISIONS,
    RequestTester,
  ],
})
export class SnapshotModule {}
