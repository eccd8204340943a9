import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import { RequestCounts } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';

/** The configured limits of registrations. Reference: registration#limits. */
@Injectable()
export class RegistrationLimits {
  constructor(
    @Inject(RequestCounts) private readonly counts: RequestCounts,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Seconds from the last step of a registration until it is removed. */
  get lifetime(): number {
    return this.settings.registrationExpire;
  }

  get isApprovalRequired(): boolean {
    return this.settings.registrationApprovalEnabled;
  }

  /** Counts a request of a client. Throws `registration_rate_limited`. */
  async admit(address: string): Promise<void> {
    const { registrationAddressLimit: limit, registrationWindow: window } = this.settings;
    const seconds = await this.counts.take(
      { action: 'registration', most: limit, window },
      networkOf(address),
    );
    if (seconds === undefined) return;
    throw problem('registration_rate_limited', { limit, seconds: window }, retryAfter(seconds));
  }

  /**
   * Counts a mail to an address, and returns whether it may be sent. The reply to the request must be the same either way:
   * it would disclose that others registered with the address.
   */
  async mayMail(email: string): Promise<boolean> {
    const { registrationEmailLimit: most, registrationWindow: window } = this.settings;
    const seconds = await this.counts.take(
      { action: 'registration mail', most, window },
      email.toLowerCase(),
    );
    if (seconds === undefined) return true;
    this.logger.warn({ reason: 'SVC_USER_REGISTRATION_EMAIL_LIMIT' }, 'mail about a registration not sent');
    return false;
  }
}
