import { WEBHOOK_TABLE, shownAs } from '@gatehouse/directory';
import type {
  WebhookDeliveryDto,
  WebhookDeliverySummaryDto,
  WebhookDto,
  WebhookSecretReplyDto,
} from '@gatehouse/dto';
import type { CreatedWebhook, LoggedAttempt, StoredDelivery, StoredWebhook } from '@gatehouse/webhooks';

const shown = shownAs(WEBHOOK_TABLE, ['list']);

export function toWebhook(webhook: StoredWebhook): WebhookDto {
  const { id, fileKey, failures, suspendedAt } = webhook;
  return {
    webhook_id: id,
    ...shown(webhook),
    source: fileKey === null ? 'api' : 'file',
    state: suspendedAt === null ? 'active' : 'suspended',
    failures,
    suspended: suspendedAt?.toISOString() ?? null,
    created: webhook.createdAt.toISOString(),
  };
}

export function toSecretReply({ webhook, secret }: CreatedWebhook): WebhookSecretReplyDto {
  return { webhook: toWebhook(webhook), secret };
}

export function toDeliverySummary(delivery: StoredDelivery): WebhookDeliverySummaryDto {
  return {
    delivery_id: delivery.id,
    sequence: Number(delivery.sequence),
    action: delivery.action,
    user_id: delivery.userId,
    group_id: delivery.groupId,
    state: delivery.state,
    attempts: delivery.attempts,
    created: delivery.createdAt.toISOString(),
    finished: delivery.finishedAt?.toISOString() ?? null,
  };
}

export function toDelivery(delivery: StoredDelivery, log: LoggedAttempt[]): WebhookDeliveryDto {
  return { ...toDeliverySummary(delivery), parameters: delivery.parameters, log };
}
