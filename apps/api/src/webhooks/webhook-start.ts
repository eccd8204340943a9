import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { OutboxWorker } from '@gatehouse/outbox';
import type { Settings } from '@gatehouse/settings';
import { WebhookSender, Webhooks, readWebhooksFile } from '@gatehouse/webhooks';

const DAY_SECONDS = 86_400;
/** Receivers that do not reply, up to three of them, leave connections for the others. */
const LIMITS = { concurrency: 16, perTarget: 4 };

/** Applies the configuration file, and registers what the outbox does with webhooks, before the API serves. */
@Injectable()
export class WebhookStart implements OnModuleInit {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Webhooks) private readonly webhooks: Webhooks,
    @Inject(WebhookSender) private readonly sender: WebhookSender,
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
  ) {}

  /** Throws `InvalidWebhooksFile`, which prevents the start. */
  async onModuleInit(): Promise<void> {
    const { webhooksConfigPath: path, webhookLogDays } = this.settings;
    const { definitions, warnings } =
      path === undefined
        ? { definitions: [], warnings: [] }
        : readWebhooksFile({
            path,
            environment: process.env,
            read: (input) => this.webhooks.read(input),
          });
    for (const reason of warnings) this.logger.warn({ reason }, 'SVC_WEBHOOKS_CONFIG_PATH');
    await this.webhooks.applyFile(definitions);
    this.worker.handle('webhook', this.sender.deliver, LIMITS);
    this.worker.schedule(
      'purge_webhook_deliveries',
      DAY_SECONDS,
      () => this.webhooks.removeFinishedDeliveries(webhookLogDays),
      [this.webhooks.dueDeliveries(webhookLogDays)],
    );
  }
}
