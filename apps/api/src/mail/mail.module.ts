import { type DynamicModule, Module } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import { LOGGER, SETTINGS, provide, provideBy } from '@gatehouse/http';
import { MailQueue, MailRenderer, createMailRenderer, mailTransports } from '@gatehouse/mail';
import { Outbox } from '@gatehouse/outbox';
import type { Settings } from '@gatehouse/settings';
import { MailDelivery } from './mail-delivery';

/**
 * Outgoing mail: the queue for every domain and, if a mail server is configured, its delivery. The package for mails provides
 * the transports; its adapter for Handlebars is not used, since it renders only HTML, from files, and without strict mode.
 */
@Module({})
export class MailModule {
  static forRoot(settings: Settings): DynamicModule {
    const delivery =
      settings.smtpHost === undefined
        ? { imports: [], providers: [] }
        : {
            imports: [MailerModule.forRoot(mailTransports(settings))],
            providers: [provideBy(MailRenderer, {}, () => createMailRenderer(settings)), MailDelivery],
          };
    return {
      module: MailModule,
      global: true,
      imports: delivery.imports,
      providers: [provide(MailQueue, Outbox, SETTINGS, LOGGER), ...delivery.providers],
      exports: [MailQueue],
    };
  }
}
