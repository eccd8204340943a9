import { type FactoryProvider, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { OneTimeLinks, Users } from '@gatehouse/directory';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import { deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { Outbox } from '@gatehouse/outbox';
import { OutgoingHttp } from '@gatehouse/outgoing';
import type { Settings } from '@gatehouse/settings';
import { WebhookSender, Webhooks } from '@gatehouse/webhooks';
import { CallbackLink } from './callback-link';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryTarget } from './delivery.target';
import { WebhookStart } from './webhook-start';
import { WebhookTarget } from './webhook.target';
import { WebhooksController } from './webhooks.controller';

/** Most bytes of a reply that are received; the log keeps fewer. */
const REPLY_BYTES = 16_384;

const provided: FactoryProvider[] = [
  {
    provide: OutgoingHttp,
    inject: [SETTINGS],
    useFactory: ({ outgoingAllowed, webhookTimeout }: Settings) =>
      new OutgoingHttp(outgoingAllowed, { timeoutMs: webhookTimeout * 1000, bodyBytes: REPLY_BYTES }),
  },
  {
    provide: Webhooks,
    inject: [UnitOfWork, Outbox, OutgoingHttp, SETTINGS],
    useFactory: (unitOfWork: UnitOfWork, outbox: Outbox, { targets }: OutgoingHttp, settings: Settings) =>
      new Webhooks({
        unitOfWork,
        outbox,
        targets,
        key: deriveKeys(settings.secret).webhookSecrets,
        overlapSeconds: settings.webhookSecretOverlap,
      }),
  },
  {
    provide: WebhookSender,
    inject: [UnitOfWork, Users, OneTimeLinks, OutgoingHttp, SETTINGS, LOGGER],
    useFactory: (
      unitOfWork: UnitOfWork,
      users: Users,
      links: OneTimeLinks,
      http: OutgoingHttp,
      settings: Settings,
      logger: Logger,
    ) =>
      new WebhookSender({
        unitOfWork,
        users,
        links,
        http,
        key: deriveKeys(settings.secret).webhookSecrets,
        suspendAfter: settings.webhookSuspendAfter,
        logger,
      }),
  },
];

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [...provided, CallbackLink, DeliveryTarget, WebhookStart, WebhookTarget],
})
export class WebhooksModule implements OnApplicationShutdown {
  constructor(@Inject(OutgoingHttp) private readonly http: OutgoingHttp) {}

  /** After the outbox has stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }
}
