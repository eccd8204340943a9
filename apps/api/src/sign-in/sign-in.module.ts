import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Accounts, UserRules, Users } from '@gatehouse/directory';
import { SETTINGS, provide, provideBy } from '@gatehouse/http';
import { KnownDevices, NewDevices, SessionStore, SignInLimiter } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import {
  CredentialAttempts,
  CredentialCheck,
  ExternalAccounts,
  IdentityLinks,
  IdentitySessions,
  PasswordSignIn,
  ProviderRegistry,
} from '@gatehouse/sign-in';
import { ProvidersModule } from '../providers/providers.module';
import { UsersModule } from '../users/users.module';
import { BackToForm } from './back-to-form';
import { BackToSignIn } from './back-to-sign-in';
import { ConsoleAddresses } from './console-addresses';
import { ConsoleSignInController } from './console-sign-in.controller';
import { ContinuationPages } from './continuation-pages';
import { Homepage } from './homepage';
import { QueuedIdentityNotices } from './queued-identity-notices';
import { IdentityTarget } from './identity.target';
import { NetworkTokenSignIn } from './network-token-sign-in';
import { ProviderCookies } from './provider-cookies';
import { ProviderLogoutController } from './provider-logout.controller';
import { ProviderSessions } from './provider-sessions';
import { ProviderSignIn } from './provider-sign-in';
import { ProviderSignInController } from './provider-sign-in.controller';
import { SignInController } from './sign-in.controller';
import { SignInService } from './sign-in.service';
import { ToSignInPage } from './to-sign-in-page';
import { UserIdentitiesController } from './user-identities.controller';

/** Signing in and out, with a password or through an identity provider; the identities of users there. */
@Module({
  imports: [UsersModule, ProvidersModule],
  controllers: [
    SignInController,
    ConsoleSignInController,
    ProviderSignInController,
    ProviderLogoutController,
    UserIdentitiesController,
  ],
  providers: [
    BackToForm,
    BackToSignIn,
    ConsoleAddresses,
    ContinuationPages,
    Homepage,
    IdentityTarget,
    NetworkTokenSignIn,
    ProviderCookies,
    ProviderSessions,
    ProviderSignIn,
    SignInService,
    ToSignInPage,
    provideBy(
      PasswordSignIn,
      {
        unitOfWork: UnitOfWork,
        rules: UserRules,
        accounts: Accounts,
        credentials: CredentialCheck,
        devices: NewDevices,
        sessions: SessionStore,
      },
      (parts) => new PasswordSignIn(parts),
    ),
    provide(QueuedIdentityNotices, MailQueue, UserRules),
    provideBy(
      IdentitySessions,
      { unitOfWork: UnitOfWork, accounts: ExternalAccounts, sessions: SessionStore, devices: NewDevices },
      (parts) => new IdentitySessions(parts),
    ),
    provideBy(
      IdentityLinks,
      {
        unitOfWork: UnitOfWork,
        accounts: ExternalAccounts,
        registry: ProviderRegistry,
        sessions: SessionStore,
        users: Users,
        notices: QueuedIdentityNotices,
      },
      (parts) => new IdentityLinks(parts),
    ),
    provide(CredentialAttempts, SignInLimiter, SETTINGS),
    provideBy(
      NewDevices,
      { devices: KnownDevices, mails: MailQueue, rules: UserRules },
      ({ devices, mails, rules }) =>
        new NewDevices(devices, mails, ({ name }) => rules.isConfiguredAdministrator(name)),
    ),
  ],
})
export class SignInModule {}
