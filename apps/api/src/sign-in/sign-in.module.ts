import { Module } from '@nestjs/common';
import { UserRules } from '@gatehouse/directory';
import { SETTINGS, provide, provideBy } from '@gatehouse/http';
import { KnownDevices, NewDevices, SignInLimiter } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { CredentialAttempts } from '@gatehouse/sign-in';
import { ProvidersModule } from '../providers/providers.module';
import { UsersModule } from '../users/users.module';
import { BackToForm } from './back-to-form';
import { BackToSignIn } from './back-to-sign-in';
import { ConsoleAddresses } from './console-addresses';
import { ConsoleSignInController } from './console-sign-in.controller';
import { ContinuationPages } from './continuation-pages';
import { Homepage } from './homepage';
import { IdentityNotices } from './identity-notices';
import { IdentityTarget } from './identity.target';
import { IdentityUnlinking } from './identity-unlinking';
import { NetworkTokenSignIn } from './network-token-sign-in';
import { ProviderCookies } from './provider-cookies';
import { ProviderLogoutController } from './provider-logout.controller';
import { ProviderSessions } from './provider-sessions';
import { ProviderSignIn } from './provider-sign-in.service';
import { ProviderSignInController } from './provider-sign-in.controller';
import { SessionStart } from './session-start';
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
    IdentityNotices,
    IdentityTarget,
    IdentityUnlinking,
    NetworkTokenSignIn,
    ProviderCookies,
    ProviderSessions,
    ProviderSignIn,
    SessionStart,
    SignInService,
    ToSignInPage,
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
