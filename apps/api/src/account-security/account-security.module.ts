import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { OutboxWorker } from '@gatehouse/outbox';
import { EmailChangeLink } from './email-change.link';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetLink } from './password-reset.link';
import { PasswordResetMails } from './password-reset-mails';

/** Seconds between two looks for requests for new passwords. */
const EVERY = 5;

/** New passwords and email addresses by links in mails. */
@Module({
  controllers: [PasswordResetController],
  providers: [PasswordResetMails, EmailChangeLink, PasswordResetLink],
})
export class AccountSecurityModule implements OnModuleInit {
  constructor(
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
    private readonly resets: PasswordResetMails,
  ) {}

  onModuleInit(): void {
    this.worker.schedule('password_resets', EVERY, () => this.resets.send());
  }
}
