import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork, repeatInSteps } from '@gatehouse/database';
import { type DueReminder, MAX_REMINDERS_AT_ONCE, TokenReminders } from '@gatehouse/identity';
import { OutboxWorker } from '@gatehouse/outbox';
import { TokenMails } from './token-mails';

const EVERY_SECONDS = 600;

/**
 * Reminds owners of the end of their API tokens. A reminder and its mail are one transaction: whichever process sends it, and
 * however often one is interrupted, it is sent once. Reference: sessions#api-tokens.
 */
@Injectable()
export class TokenReminderJob implements OnModuleInit {
  constructor(
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    @Inject(TokenReminders) private readonly reminders: TokenReminders,
    @Inject(TokenMails) private readonly mails: TokenMails,
  ) {}

  onModuleInit(): void {
    this.worker.schedule('token_reminders', EVERY_SECONDS, () => this.run());
  }

  /** Without a mail server they wait: when there is one, those are sent whose tokens are still valid. */
  async run(now: Date = new Date()): Promise<void> {
    if (!this.mails.isEnabled) return;
    await repeatInSteps(async () => {
      if ((await this.reminders.due(now)).length === 0) return 0;
      return this.unitOfWork.run(async () => {
        // Read again: another process may have sent some meanwhile.
        const due = await this.reminders.due(now);
        for (const reminder of due) await this.send(reminder, now);
        return due.length;
      });
    }, MAX_REMINDERS_AT_ONCE);
  }

  private async send({ tokenId, token }: DueReminder, now: Date): Promise<void> {
    if (!token || token.expiresAt <= now) return this.reminders.remove(tokenId);
    await this.mails.expires(token);
    // If both were due, the one that is sent stands for both.
    await this.reminders.schedule(tokenId, token.expiresAt, now);
  }
}
