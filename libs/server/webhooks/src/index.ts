export { PARAMETERS, type Parameters, WEBHOOK_ACTIONS, type WebhookAction } from './actions';
export { WEBHOOK_METHODS, type WebhookDefinition, type WebhookMethod } from './definition';
export {
  DELIVERY_STATES,
  type DeliveryState,
  type LoggedAttempt,
  type StoredDelivery,
} from './delivery-repository';
export type { Json } from './template';
export { WebhookEvents, type WebhookEventsOptions } from './webhook-events';
export type { StoredWebhook } from './webhook-repository';
export { WebhookSender, type WebhookSenderOptions } from './webhook-sender';
export { type CreatedWebhook, type DeliveryPage, Webhooks, type WebhooksOptions } from './webhooks';
export { InvalidWebhooksFile, type WebhooksFile, readWebhooksFile } from './webhooks-file';
