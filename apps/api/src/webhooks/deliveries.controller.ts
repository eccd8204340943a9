import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { WebhookDeliveriesQuery, WebhookDeliveriesReplyDto, WebhookDeliveryReplyDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { type StoredDelivery, type StoredWebhook, Webhooks } from '@gatehouse/webhooks';
import { Target } from '../targets/path-targets';
import { toDelivery, toDeliverySummary } from './webhook.mapper';

const PAGE = 100;

/** The deliveries of a webhook. Reference: webhooks#deliveries. */
@Controller('webhooks/:webhook_id/deliveries')
export class DeliveriesController {
  constructor(@Inject(Webhooks) private readonly webhooks: Webhooks) {}

  @Endpoint(Get(), {
    name: 'list_webhook_deliveries',
    summary: 'List the deliveries of a webhook',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Deliveries listed.', body: WebhookDeliveriesReplyDto },
  })
  async list(
    @Target('webhook_id') webhook: StoredWebhook,
    @Query() { before, state, limit = PAGE }: WebhookDeliveriesQuery,
  ): Promise<WebhookDeliveriesReplyDto> {
    const deliveries = await this.webhooks.deliveriesOf(webhook, { before, state, limit });
    return { deliveries: deliveries.map(toDeliverySummary) };
  }

  @Endpoint(Get(':delivery_id'), {
    name: 'get_webhook_delivery',
    summary: 'Read a delivery of a webhook, with its requests and replies',
    access: 'administrator',
    growth: { boundedBy: 'the attempts of one delivery' },
    success: { status: 200, detail: 'Delivery found.', body: WebhookDeliveryReplyDto },
  })
  async get(@Target('delivery_id') delivery: StoredDelivery): Promise<WebhookDeliveryReplyDto> {
    return { delivery: toDelivery(delivery, await this.webhooks.attemptsOf(delivery)) };
  }

  @Endpoint(Post(':delivery_id/replay'), {
    name: 'replay_webhook_delivery',
    summary: 'Send a finished delivery of a webhook again',
    access: 'administrator',
    success: { status: 202, detail: 'Delivery queued.' },
    errors: ['webhook_delivery_pending'],
  })
  async replay(
    @Target('webhook_id') webhook: StoredWebhook,
    @Target('delivery_id') delivery: StoredDelivery,
  ): Promise<void> {
    await this.webhooks.replay(webhook, delivery);
  }
}
