import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { AccountRecovery, OneTimeLinks } from '@gatehouse/directory';
import { SETTINGS, provideBy } from '@gatehouse/http';
import { PasswordResetRequests, RequestCounts, SignInLimiter } from '@gatehouse/identity';
import { OutboxWorker } from '@gatehouse/outbox';
import { PasswordResets } from '@gatehouse/sign-in';
import { QueuedAccountMails } from './queued-account-mails';
import { EmailChangeLink } from './email-change.link';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetLink } from './password-reset.link';

/** Seconds between two looks for requests for new passwords. */
const EVERY_SECONDS = 5;

/** New passwords and email addresses by links in mails. */
@Module({
  controllers: [PasswordResetController],
  providers: [
    provideBy(
      PasswordResets,
      {
        unitOfWork: UnitOfWork,
        requests: PasswordResetRequests,
        counts: RequestCounts,
        links: OneTimeLinks,
        recovery: AccountRecovery,
        limiter: SignInLimiter,
        mails: QueuedAccountMails,
        settings: SETTINGS,
      },
      (parts) => new PasswordResets(parts),
    ),
    EmailChangeLink,
    PasswordResetLink,
  ],
})
export class AccountSecurityModule implements OnModuleInit {
  constructor(
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
    @Inject(PasswordResets) private readonly resets: PasswordResets,
  ) {}

  onModuleInit(): void {
    this.worker.schedule('password_resets', EVERY_SECONDS, () => this.resets.sendMails());
  }
}
