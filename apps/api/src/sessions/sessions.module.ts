import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SessionDirectory, SnapshotFollower } from '@gatehouse/access';
import { UnitOfWork } from '@gatehouse/database';
import { IDENTIFICATION, LOGGER, SETTINGS } from '@gatehouse/http';
import { CookieReissue, SessionList, SessionStore, SessionUses } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { BrowserSessions } from './browser-sessions';
import { CookieIdentification } from './cookie-identification';
import { InMemoryCallers } from './in-memory-callers';
import { SessionTarget } from './session.target';
import { StoredCallers } from './stored-callers';
import { UserSessionsController } from './user-sessions.controller';

/** Who sends a request, by the session cookie; the sessions of users. */
@Global()
@Module({
  controllers: [UserSessionsController],
  providers: [
    BrowserSessions,
    InMemoryCallers,
    StoredCallers,
    SessionTarget,
    {
      provide: SessionList,
      inject: [UnitOfWork],
      useFactory: (unitOfWork: UnitOfWork) => new SessionList(unitOfWork),
    },
    {
      provide: SessionUses,
      inject: [getDataSourceToken(), LOGGER],
      useFactory: (dataSource: DataSource, logger: Logger) => new SessionUses(dataSource, logger),
    },
    {
      provide: SessionDirectory,
      inject: [SessionStore, SnapshotFollower],
      useFactory: (sessions: SessionStore, follower: SnapshotFollower) =>
        new SessionDirectory(sessions, follower),
    },
    {
      provide: CookieReissue,
      inject: [SessionStore, SETTINGS, LOGGER],
      useFactory: (sessions: SessionStore, settings: Settings, logger: Logger) =>
        new CookieReissue(sessions, settings, logger),
    },
    { provide: IDENTIFICATION, useClass: CookieIdentification },
  ],
  exports: [BrowserSessions, IDENTIFICATION],
})
export class SessionsModule {}
