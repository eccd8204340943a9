import type { Logger } from '@gatehouse/logging';
import { EMAIL, MAX_EMAIL_LENGTH } from '@gatehouse/names';
import type { Settings } from '@gatehouse/settings';
import type { Mail } from './mail';

/** What is queued: a mail, and when it was queued (ISO 8601), which is the time that it states. */
export type QueuedMail = Mail & { readonly queuedAt: string };

/** The part of the outbox that queues messages: writes one in the running transaction, returns its id. */
export interface MailOutbox {
  add(message: {
    readonly kind: 'mail';
    readonly payload: Readonly<Record<string, unknown>>;
    readonly userId?: number;
  }): Promise<string>;
}

/** Queues mails in the transaction that causes them; they are sent after its commit. Reference: mail#delivery. */
export class MailQueue {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly settings: Pick<Settings, 'smtpHost'>,
    private readonly logger: Logger,
  ) {}

  /** Whether a mail server is configured. */
  get isEnabled(): boolean {
    return this.settings.smtpHost !== undefined;
  }

  /**
   * Queues a mail; call it inside a unit of work. Without a mail server nothing happens. A mail without a valid recipient is
   * skipped with a warning: the change that caused it must not fail because of it.
   */
  async send(mail: Mail): Promise<void> {
    if (!this.isEnabled) return;
    const { id: userId } = mail.user;
    if (!isAddress(mail.to)) {
      const problem = mail.to === '' ? 'no recipient' : 'the recipient is not an email address';
      this.logger.warn(
        { reason: mail.template, ...(userId === undefined ? {} : { userId }) },
        `mail skipped: ${problem}`,
      );
      return;
    }
    const payload: QueuedMail = { ...mail, queuedAt: new Date().toISOString() };
    await this.outbox.add({
      kind: 'mail',
      payload: { ...payload },
      ...(userId === undefined ? {} : { userId }),
    });
  }
}

/** Whether a text is an email address; such a text has no line break, no space and no character outside ASCII. */
export function isAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}
