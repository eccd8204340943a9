import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { AccountContacts } from '@gatehouse/directory';
import { provide } from '@gatehouse/http';
import { TokenReminders } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { ResourcesModule } from '../resources/resources.module';
import { ServicesModule } from '../services/services.module';
import { UsersModule } from '../users/users.module';
import { ApiTokenTarget } from './api-token.target';
import { ApiTokensService } from './api-tokens.service';
import { TokenMails } from './token-mails';
import { TokenNotices } from './token-notices';
import { TokenReminderJob } from './token-reminder-job';
import { TokenRules } from './token-rules';
import { UserTokensController } from './user-tokens.controller';

/** Tokens with which programs authenticate as their owners. */
@Module({
  imports: [UsersModule, ResourcesModule, ServicesModule],
  controllers: [UserTokensController],
  providers: [
    ApiTokenTarget,
    ApiTokensService,
    TokenNotices,
    TokenReminderJob,
    TokenRules,
    provide(TokenReminders, UnitOfWork),
    provide(TokenMails, MailQueue, AccountContacts),
  ],
})
export class TokensModule {}
