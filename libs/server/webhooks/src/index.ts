export { readDefinition } from './definition';
export { type LoggedAttempt, type StoredDelivery } from './delivery-repository';
export { WebhookEvents } from './webhook-events';
export type { StoredWebhook } from './webhook-repository';
export { WebhookSender } from './webhook-sender';
export { type CreatedWebhook, Webhooks } from './webhooks';
export { readWebhookEntries } from './webhook-entries';
