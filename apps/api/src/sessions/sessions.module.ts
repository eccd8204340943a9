import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiTokenDirectory, SessionDirectory, SnapshotFollower } from '@gatehouse/access';
import { UnitOfWork } from '@gatehouse/database';
import { CALLER_WATCH, IDENTIFICATION, LOGGER, SETTINGS, provide } from '@gatehouse/http';
import { ApiTokenStore, CookieReissue, SessionList, SessionStore, SessionUses } from '@gatehouse/identity';
import { ApiTokenCallers } from './api-token-callers';
import { ApiTokenMapper } from './api-token.mapper';
import { BrowserSessions } from './browser-sessions';
import { CookieIdentification } from './cookie-identification';
import { LiveCallers } from './live-callers';
import { TokenCallers } from './token-callers';
import { InMemoryCallers } from './in-memory-callers';
import { RequestIdentification } from './request-identification';
import { SessionOwners } from './session-owners';
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
    LiveCallers,
    TokenCallers,
    StoredCallers,
    SessionOwners,
    SessionTarget,
    provide(SessionList, UnitOfWork),
    provide(SessionUses, DataSource, LOGGER),
    provide(SessionDirectory, SessionStore, SnapshotFollower),
    provide(CookieReissue, SessionStore, SETTINGS, LOGGER),
    ApiTokenCallers,
    ApiTokenMapper,
    CookieIdentification,
    provide(ApiTokenDirectory, ApiTokenStore, SnapshotFollower),
    { provide: IDENTIFICATION, useClass: RequestIdentification },
    { provide: CALLER_WATCH, useExisting: LiveCallers },
  ],
  exports: [ApiTokenMapper, BrowserSessions, CALLER_WATCH, IDENTIFICATION],
})
export class SessionsModule {}
