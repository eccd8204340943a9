import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { OneTimeLinks, Users } from '@gatehouse/directory';
import { LOGGER, SETTINGS, provideBy } from '@gatehouse/http';
import { deriveKeys } from '@gatehouse/identity';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { WebhookSender, Webhooks } from '@gatehouse/webhooks';
import { CallbackLink } from './callback-link';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryTarget } from './delivery.target';
import { WebhookStart } from './webhook-start';
import { WebhookTarget } from './webhook.target';
import { WebhooksController } from './webhooks.controller';

/** Most bytes of a reply that are received; the log keeps fewer. */
const MAX_REPLY_BYTES = 16_384;

const provided: FactoryProvider[] = [
  provideBy(
    OutgoingHttp,
    { settings: SETTINGS },
    ({ settings }) =>
      new OutgoingHttp(settings, { timeoutMs: settings.webhookTimeout * 1000, bodyBytes: MAX_REPLY_BYTES }),
  ),
  provideBy(
    Webhooks,
    { unitOfWork: UnitOfWork, outbox: Outbox, http: OutgoingHttp, settings: SETTINGS },
    ({ http: { targets }, settings, ...parts }) =>
      new Webhooks({
        ...parts,
        targets,
        key: deriveKeys(settings.secret).webhookSecrets,
        overlapSeconds: settings.webhookSecretOverlap,
      }),
  ),
  provideBy(
    WebhookSender,
    {
      unitOfWork: UnitOfWork,
      users: Users,
      links: OneTimeLinks,
      http: OutgoingHttp,
      settings: SETTINGS,
      logger: LOGGER,
    },
    ({ settings, ...parts }) =>
      new WebhookSender({
        ...parts,
        key: deriveKeys(settings.secret).webhookSecrets,
        suspendAfter: settings.webhookSuspendAfter,
      }),
  ),
];

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [...provided, CallbackLink, DeliveryTarget, WebhookStart, WebhookTarget],
  exports: [WebhookStart, Webhooks],
})
export class WebhooksModule implements OnApplicationShutdown {
  constructor(@Inject(OutgoingHttp) private readonly http: OutgoingHttp) {}

  /** After the outbox has stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
