import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { AccountRecovery, OneTimeLinks } from '@gatehouse/directory';
import { type PasswordResetRequest, PasswordResetRequests } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { recipient } from './mailed-notices';

/** Seconds for which a link is valid, unless one-time links expire earlier. */
const LIFETIME = 3600;
/** Most valid links of one account; a further request sends no mail. */
const MOST_LINKS = 3;
/** Most requests that are read at a time. */
const MOST_AT_ONCE = 100;

/** Sends the mails of requests for new passwords, in a job. Reference: sessions#password-reset. */
@Injectable()
export class PasswordResetMails {
  constructor(
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    @Inject(PasswordResetRequests) private readonly requests: PasswordResetRequests,
    @Inject(OneTimeLinks) private readonly links: OneTimeLinks,
    @Inject(MailQueue) private readonly mails: MailQueue,
    private readonly recovery: AccountRecovery,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * For all requests that wait: a flood of them must not delay those of others by further runs. Several processes may do so
   * at a time.
   */
  async send(): Promise<void> {
    for (;;) {
      const waiting = await this.requests.waiting(MOST_AT_ONCE);
      for (const request of waiting) await this.answer(request);
      if (waiting.length < MOST_AT_ONCE) return;
    }
  }

  private async answer(request: PasswordResetRequest): Promise<void> {
    const user = await this.recovery.recoverable(request.login);
    const links = user
      ? await this.links.validLinks({ operation: 'user-password-reset', userId: user.id })
      : [];
    if (!user || links.length >= MOST_LINKS) {
      await this.requests.remove(request);
      return;
    }
    const lifetimeSeconds = Math.min(LIFETIME, this.settings.tokenExpire);
    await this.unitOfWork.run(async () => {
      if (!(await this.requests.remove(request))) return;
      const link = await this.links.create({
        operation: 'user-password-reset',
        userId: user.id,
        lifetimeSeconds,
      });
      await this.mails.send({
        template: 'password_reset',
        ...recipient(user),
        variables: { expires_in: lifetimeSeconds },
        links: { reset_url: link },
      });
    });
  }
}
