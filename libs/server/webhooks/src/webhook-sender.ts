import { types } from 'node:util';
import type { OneTimeLinks, Users } from '@gatehouse/directory';
import type { UnitOfWork } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { type Delivery, type MessageHandler, PermanentFailure, ReceiverFailure } from '@gatehouse/outbox';
import { type OutgoingHttp, type OutgoingReply, TargetRefused } from '@gatehouse/outgoing';
import { CALLBACK_URL } from './actions';
import { attemptLog, cut } from './attempt-log';
import { DeliveryRepository, type LoggedAttempt, type StoredDelivery } from './delivery-repository';
import { renderPayload } from './payload';
import { unseal } from './sealed-secret';
import { signatureHeaders } from './signature';
import { type StoredWebhook, WebhookRepository } from './webhook-repository';

export interface WebhookSenderOptions {
  readonly unitOfWork: UnitOfWork;
  readonly users: Pick<Users, 'markWebhookError'>;
  readonly links: Pick<OneTimeLinks, 'addressOf'>;
  readonly http: Pick<OutgoingHttp, 'send'>;
  /** Under which secrets are encrypted. */
  readonly key: Buffer;
  /** Number of failed deliveries in a row after which a webhook is suspended; 0 for never. */
  readonly suspendAfter: number;
  readonly logger: Logger;
}

/** An attempt that has failed, with its log. */
class AttemptFailed extends ReceiverFailure {
  constructor(
    message: string,
    readonly attempt: LoggedAttempt,
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

/** Sends webhooks from the outbox, and records what becomes of them. Reference: webhooks#delivery. */
export class WebhookSender {
  private readonly webhooks: WebhookRepository;
  private readonly deliveries: DeliveryRepository;

  constructor(private readonly options: WebhookSenderOptions) {
    this.webhooks = new WebhookRepository(options.unitOfWork);
    this.deliveries = new DeliveryRepository(options.unitOfWork);
  }

  readonly deliver: MessageHandler = async (message) => {
    const delivery = await this.deliveries.find(String(message.payload['delivery_id']));
    const webhook = delivery && (await this.webhooks.find(delivery.webhookId));
    // A webhook that was deleted meanwhile is not sent, nor one whose success was recorded before a crash.
    if (!delivery || !webhook || delivery.state === 'delivered') return;
    try {
      const attempt = await this.attempt(webhook, delivery, message);
      await this.deliveries.record(delivery.id, 'delivered', attempt);
      await this.webhooks.countSuccess(webhook.id);
    } catch (error) {
      if (!(error instanceof AttemptFailed)) throw error;
      const isFinal = message.isLastAttempt || error.isPermanent;
      if (isFinal) await this.giveUp(webhook, delivery, error);
      else await this.deliveries.record(delivery.id, 'pending', error.attempt);
      throw error.isPermanent ? new PermanentFailure(error.message) : error;
    }
  };

  /** Throws {@link AttemptFailed}. */
  private async attempt(
    webhook: StoredWebhook,
    delivery: StoredDelivery,
    { attempt }: Delivery,
  ): Promise<LoggedAttempt> {
    const sentAt = new Date();
    const callbackUrl = delivery.callbackLink && this.options.links.addressOf(delivery.callbackLink);
    const log = attemptLog(attempt, sentAt, callbackUrl);
    const fail = (error: string, reply?: OutgoingReply, isPermanent = false): AttemptFailed =>
      new AttemptFailed(error, log(error, reply), isPermanent);

    if (webhook.suspendedAt !== null) throw fail('the webhook is suspended', undefined, true);
    const secrets = await this.secretsOf(webhook.id).catch(() => {
      throw fail(
        'the secret cannot be decrypted: SVC_SECRET was changed, replace the secret',
        undefined,
        true,
      );
    });
    const parameters = { ...delivery.parameters, ...(callbackUrl && { [CALLBACK_URL]: callbackUrl }) };
    const { body, contentType } = renderPayload(webhook.payload, webhook.format, parameters);
    const request = {
      method: webhook.method,
      url: webhook.url,
      headers: {
        'user-agent': 'Gatehouse-Webhooks',
        accept: '*/*',
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...signatureHeaders({ id: delivery.id, sentAt, body: body ?? '' }, secrets),
      },
      body,
    };
    log.request(request);
    let reply: OutgoingReply;
    try {
      reply = await this.options.http.send(request);
    } catch (error) {
      throw fail(reasonOf(error), undefined, error instanceof TargetRefused);
    }
    if (reply.status < 200 || reply.status >= 300) throw fail(`the reply has status ${reply.status}`, reply);
    return log(null, reply);
  }

  /** The current secret, and the previous one while it is valid. */
  private async secretsOf(webhookId: number): Promise<string[]> {
    const sealed = await this.webhooks.secretsOf(webhookId);
    if (!sealed) throw new Error('the webhook has no secret');
    const { secret, previousSecret, previousUntil } = sealed;
    const isPreviousValid = previousUntil !== null && previousUntil.getTime() > Date.now();
    return [secret, ...(previousSecret && isPreviousValid ? [previousSecret] : [])].map((one) =>
      unseal(this.options.key, webhookId, one),
    );
  }

  private async giveUp(
    webhook: StoredWebhook,
    { id, action, userId }: StoredDelivery,
    { message: reason, attempt }: AttemptFailed,
  ): Promise<void> {
    const { unitOfWork, users, suspendAfter, logger } = this.options;
    logger.warn({ webhookId: webhook.id, deliveryId: id, reason }, 'a webhook could not be delivered');
    if (action === 'create_user' && userId !== null) {
      // Together, so that a delivery that failed is never without its consequence.
      await unitOfWork.run(async () => {
        await this.deliveries.record(id, 'failed', attempt);
        await users.markWebhookError(userId);
      });
    } else {
      await this.deliveries.record(id, 'failed', attempt);
    }
    if (webhook.suspendedAt === null && (await this.webhooks.countFailure(webhook.id, suspendAfter))) {
      logger.warn({ webhookId: webhook.id }, 'a webhook was suspended after repeated failures');
    }
  }
}

/** Without parts of the URL, which may be secret. */
function reasonOf(error: unknown): string {
  if (!types.isNativeError(error)) return 'the request failed';
  if ('errors' in error && Array.isArray(error.errors) && types.isNativeError(error.errors[0])) {
    return cut(error.errors[0].message, 500);
  }
  return cut(error.message || error.name, 500);
}
