import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FileValue, Message } from '@gatehouse/desired-state';
import { SETTINGS } from '@gatehouse/http';
import { OutboxWorker } from '@gatehouse/outbox';
import type { Settings } from '@gatehouse/settings';
import { WebhookSender, Webhooks, readWebhookEntries } from '@gatehouse/webhooks';

const DAY_SECONDS = 86_400;
/** Receivers that do not reply, up to three of them, leave connections for the others. */
const LIMITS = { concurrency: 16, perTarget: 4 };

/** What is wrong with the webhooks of configuration files, and how to apply them. */
export interface ReadWebhooks {
  readonly messages: readonly Message[];
  /** Makes the webhooks of the files those that were read. */
  apply(): Promise<void>;
}

/** Registers what the outbox does with webhooks, before the API serves, and applies those of configuration files. */
@Injectable()
export class WebhookStart implements OnModuleInit {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(Webhooks) private readonly webhooks: Webhooks,
    @Inject(WebhookSender) private readonly sender: WebhookSender,
    @Inject(OutboxWorker) private readonly worker: OutboxWorker,
  ) {}

  onModuleInit(): void {
    const { webhookLogDays } = this.settings;
    this.worker.handle('webhook', this.sender.deliver, LIMITS);
    this.worker.schedule(
      'purge_webhook_deliveries',
      DAY_SECONDS,
      () => this.webhooks.removeFinishedDeliveries(webhookLogDays),
      [this.webhooks.dueDeliveries(webhookLogDays)],
    );
  }

  read(entries: readonly FileValue[]): ReadWebhooks {
    const { definitions, messages } = readWebhookEntries(entries, (input) => this.webhooks.read(input));
    return { messages, apply: () => this.webhooks.applyFile(definitions) };
  }
}
