import { type DynamicModule, Module } from '@nestjs/common';
import { HttpModule, type LargeReplyLimits } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { AccountSecurityModule } from './account-security/account-security.module';
import { AboutModule } from './about/about.module';
import { SnapshotModule } from './snapshot/snapshot.module';
import { AuditModule } from './audit/audit.module';
import { ConfigurationModule } from './configuration/configuration.module';
import { DataModule } from './data.module';
import { DirectoryModule } from './directory.module';
import { GroupsModule } from './groups/groups.module';
import { ImportsModule } from './imports/imports.module';
import { LinksModule } from './links/links.module';
import { MailModule } from './mail/mail.module';
import { NetworkModule } from './network/network.module';
import { NotificationsModule } from './notifications/notifications.module';
import { PortalModule } from './portal/portal.module';
import { ProvidersModule } from './providers/providers.module';
import { PermissionsModule } from './permissions/permissions.module';
import { RegistrationModule } from './registration/registration.module';
import { RequestsModule } from './requests/requests.module';
import { ResourcesModule } from './resources/resources.module';
import { ServicesModule } from './services/services.module';
import { SessionsModule } from './sessions/sessions.module';
import { SignInModule } from './sign-in/sign-in.module';
import { SearchModule } from './search/search.module';
import { StartModule } from './start/start.module';
import { SynchronizationModule } from './synchronization/synchronization.module';
import { TokensModule } from './tokens/tokens.module';
import { UsersModule } from './users/users.module';
import { WebhooksModule } from './webhooks/webhooks.module';

@Module({})
export class AppModule {
  static forRoot(
    settings: Settings,
    logger: Logger,
    largeReplies?: Partial<LargeReplyLimits>,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        HttpModule.forRoot(settings, logger, largeReplies),
        DataModule.forRoot(settings, logger),
        MailModule.forRoot(settings),
        DirectoryModule,
        SnapshotModule,
        AccountSecurityModule,
        AboutModule,
        AuditModule,
        GroupsModule,
        ImportsModule,
        LinksModule,
        NetworkModule,
        NotificationsModule,
        WebhooksModule,
        PortalModule,
        ConfigurationModule,
        ProvidersModule,
        UsersModule,
        ServicesModule,
        ResourcesModule,
        PermissionsModule,
        RegistrationModule,
        RequestsModule,
        SignInModule,
        SessionsModule,
        SearchModule,
        StartModule,
        SynchronizationModule,
        TokensModule,
      ],
    };
  }
}
