import type { Logger } from '@gatehouse/logging';
import { nameKey } from '@gatehouse/names';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** Counts requests and mails towards limits, for all processes together. */
export interface RequestCounter {
  /** Counts one. Returns the seconds to wait if it is beyond the limit; it is then not counted. */
  take(
    limit: { readonly action: string; readonly most: number; readonly window: number },
    subject: string,
  ): Promise<number | undefined>;
}

type LimitSettings = Pick<
  Settings,
  'registrationAddressLimit' | 'registrationEmailLimit' | 'registrationWindow'
>;

/** The configured limits of registrations. Reference: registration-and-links#limits. */
export class RegistrationLimits {
  constructor(
    private readonly counts: RequestCounter,
    private readonly settings: LimitSettings,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Counts a request from the network of a client. Throws `registration_rate_limited`. */
  async admit(network: string): Promise<void> {
    const { registrationAddressLimit: limit, registrationWindow: window } = this.settings;
    const seconds = await this.counts.take({ action: 'registration', most: limit, window }, network);
    if (seconds === undefined) return;
    throw problem('registration_rate_limited', { limit, seconds: window }, retryAfter(seconds));
  }

  /**
   * Counts a mail to an address, and returns whether it may be sent. The reply to the request must be the same either way:
   * it would disclose that others registered with the address.
   */
  async mayMail(email: string): Promise<boolean> {
    const { registrationEmailLimit: most, registrationWindow: window } = this.settings;
    const limit = { action: 'registration mail', most, window };
    if ((await this.counts.take(limit, nameKey(email))) === undefined) return true;
    this.logger.warn({ reason: 'SVC_USER_REGISTRATION_EMAIL_LIMIT' }, 'mail about a registration not sent');
    return false;
  }
}
