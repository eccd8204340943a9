export { type LoggedAttempt, type StoredDelivery } from './delivery-repository';
export { WebhookEvents } from './webhook-events';
export type { StoredWebhook } from './webhook-repository';
export { WebhookSender } from './webhook-sender';
export { type CreatedWebhook, Webhooks } from './webhooks';
export { readWebhooksFile } from './webhooks-file';
