import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import { OneTimeLinks } from '@gatehouse/directory';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import {
  CLEAR_TEXT,
  MailRenderer,
  type QueuedMail,
  type RenderedMail,
  SECURE,
  type SmtpSettings,
  allowsClearText,
  isAddress,
  messageOf,
} from '@gatehouse/mail';
import { type Delivery, OutboxWorker, PermanentFailure } from '@gatehouse/outbox';
import { failureOf, offersNoTls } from './smtp-failure';

/** An attempt ends after so many timeouts of the server, even if the server sends something now and then. */
const TIMEOUTS_PER_ATTEMPT = 5;

/** Sends the mails of the outbox. Reference: mail#delivery. */
@Injectable()
export class MailDelivery implements OnModuleInit {
  constructor(
    @Inject(MailerService) private readonly mailer: MailerService,
    @Inject(MailRenderer) private readonly renderer: MailRenderer,
    @Inject(OneTimeLinks) private readonly links: Pick<OneTimeLinks, 'addressOf'>,
    @Inject(OutboxWorker) private readonly worker: Pick<OutboxWorker, 'handle'>,
    @Inject(SETTINGS) private readonly settings: SmtpSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.worker.handle('mail', (delivery) => this.deliver(delivery));
  }

  private async deliver({ id, payload }: Delivery): Promise<void> {
    const mail = payload as unknown as QueuedMail;
    // The queue has checked it; here it is checked again before it becomes part of a command.
    if (!isAddress(mail.to)) throw new PermanentFailure('the recipient is not an email address');
    await this.send(messageOf(id, mail, this.render(mail), this.settings));
    const { id: userId } = mail.user;
    this.logger.info({ reason: mail.template, ...(userId === undefined ? {} : { userId }) }, 'mail sent');
  }

  private render(mail: QueuedMail): RenderedMail {
    try {
      return this.renderer.render(mail, (link) => this.links.addressOf(link));
    } catch (error) {
      // Another attempt would render the same.
      throw new PermanentFailure(`the mail cannot be rendered: ${(error as Error).message}`);
    }
  }

  private async send(message: ReturnType<typeof messageOf>): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUTS_PER_ATTEMPT * this.settings.smtpTimeout * 1000);
    const through = (transporterName: string) =>
      this.mailer.sendMail({ ...message, transporterName, signal });
    try {
      await through(SECURE).catch((error: unknown) => {
        if (!allowsClearText(this.settings) || !offersNoTls(error)) throw error;
        this.logger.warn({}, 'the mail server offers no TLS: this mail is sent in clear text');
        return through(CLEAR_TEXT);
      });
    } catch (error) {
      throw failureOf(error);
    }
  }
}
