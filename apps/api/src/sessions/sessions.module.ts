import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SessionDirectory, SnapshotFollower } from '@gatehouse/access';
import { UnitOfWork } from '@gatehouse/database';
import { UserRules } from '@gatehouse/directory';
import { IDENTIFICATION, LOGGER, SETTINGS } from '@gatehouse/http';
import {
  CookieReissue,
  KnownDevices,
  NewDevices,
  SessionList,
  SessionStore,
  SessionUses,
} from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { MailQueue } from '@gatehouse/mail';
import type { Settings } from '@gatehouse/settings';
import { ProvidersModule } from '../providers/providers.module';
import { UsersModule } from '../users/users.module';
import { BackToForm } from './back-to-form';
import { BackToSignIn } from './back-to-sign-in';
import { ConsoleAddresses } from './console-addresses';
import { ConsoleSignInController } from './console-sign-in.controller';
import { CookieIdentification } from './cookie-identification';
import { CredentialCheck } from './credential-check';
import { InMemoryCallers } from './in-memory-callers';
import { Homepage } from './homepage';
import { NetworkTokenSignIn } from './network-token-sign-in';
import { ProviderCookies } from './provider-cookies';
import { IdentityNotices } from './identity-notices';
import { IdentityTarget } from './identity.target';
import { IdentityUnlinking } from './identity-unlinking';
import { ProviderLogoutController } from './provider-logout.controller';
import { UserIdentitiesController } from './user-identities.controller';
import { ProviderSessions } from './provider-sessions';
import { ProviderSignInController } from './provider-sign-in.controller';
import { ProviderSignIn } from './provider-sign-in.service';
import { RecentSignIns } from './recent-sign-ins';
import { SessionStart } from './session-start';
import { SessionTarget } from './session.target';
import { SessionsController } from './sessions.controller';
import { SignInService } from './sign-in.service';
import { StoredCallers } from './stored-callers';
import { UserSessionsController } from './user-sessions.controller';

@Global()
@Module({
  imports: [UsersModule, ProvidersModule],
  controllers: [
    SessionsController,
    ConsoleSignInController,
    ProviderSignInController,
    ProviderLogoutController,
    UserIdentitiesController,
    UserSessionsController,
  ],
  providers: [
    BackToForm,
    BackToSignIn,
    ConsoleAddresses,
    SignInService,
    CredentialCheck,
    NetworkTokenSignIn,
    Homepage,
    ProviderCookies,
    ProviderSessions,
    ProviderSignIn,
    IdentityNotices,
    IdentityTarget,
    RecentSignIns,
    IdentityUnlinking,
    SessionStart,
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
      provide: NewDevices,
      inject: [KnownDevices, MailQueue, UserRules],
      useFactory: (devices: KnownDevices, mails: MailQueue, rules: UserRules) =>
        new NewDevices(devices, mails, ({ name }) => rules.isConfiguredAdministrator(name)),
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
  exports: [IDENTIFICATION],
})
export class SessionsModule {}
