import { Body, Controller, Inject, Post } from '@nestjs/common';
import { RequestPasswordResetDto } from '@gatehouse/dto';
import { Endpoint, FromOrigin, type Origin, SETTINGS } from '@gatehouse/http';
import { PasswordResetRequests, RequestCounts } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';

/**
 * Requests for new passwords. A request is stored as it came, and answered; whether there is an account is looked up
 * later, in a job, so that nothing in the reply depends on it. Reference: sessions#password-reset.
 */
@Controller('register/password-reset')
export class PasswordResetController {
  constructor(
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(RequestCounts) private readonly counts: RequestCounts,
    @Inject(PasswordResetRequests) private readonly requests: PasswordResetRequests,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Endpoint(Post(), {
    name: 'request_password_reset',
    summary: 'Request a link for setting a new password, by mail',
    access: 'public',
    success: {
      status: 202,
      detail: 'If an account has this name or email address, a mail with a link is sent to its address.',
    },
    errors: ['password_reset_disabled', 'password_reset_rate_limited'],
  })
  async request(
    @Body() { user_name: login }: RequestPasswordResetDto,
    @FromOrigin() { address }: Origin,
  ): Promise<void> {
    if (!this.mails.isEnabled) throw problem('password_reset_disabled');
    const { passwordResetRequests: most, signInWindow: window } = this.settings;
    const wait = await this.counts.take({ action: 'password reset', most, window }, networkOf(address));
    if (wait !== undefined) {
      throw problem('password_reset_rate_limited', { most, seconds: window }, retryAfter(wait));
    }
    await this.requests.add(login);
  }
}
