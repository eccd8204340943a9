import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type Notification = Schema<'NotificationSummaryDto'>;
export type Webhook = Schema<'WebhookDto'>;
export type NewWebhook = Schema<'CreateWebhookDto'>;
export type WebhookDelivery = Schema<'WebhookDeliverySummaryDto'>;
export type WebhookAttempt = Schema<'WebhookAttemptDto'>;

/** Mails, webhook calls and pushes to the workflow portal that are sent after changes, and the webhooks. For administrators. */
@Injectable({ providedIn: 'root' })
export class NotificationsApi {
  private readonly api = inject(ApiClient);

  /** Mails, or pushes to the workflow portal, the newest first. */
  async messages(kind: 'mail' | 'portal'): Promise<readonly Notification[]> {
    const query = { kind, limit: 200 } as const;
    return (await this.api.get('/notifications', { query })).notifications;
  }

  async resend(notification_id: string): Promise<void> {
    await this.api.post('/notifications/{notification_id}/replay', { path: { notification_id } });
  }

  async webhooks(): Promise<readonly Webhook[]> {
    return (await this.api.get('/webhooks')).webhooks;
  }

  /** The secret that signs requests is returned only once. */
  async createWebhook(webhook: NewWebhook): Promise<string> {
    return (await this.api.post('/webhooks', { body: webhook })).secret;
  }

  async deleteWebhook(webhook_id: number): Promise<void> {
    await this.api.delete('/webhooks/{webhook_id}', { path: { webhook_id } });
  }

  async resumeWebhook(webhook_id: number): Promise<void> {
    await this.api.post('/webhooks/{webhook_id}/resume', { path: { webhook_id } });
  }

  async deliveries(webhook_id: number): Promise<readonly WebhookDelivery[]> {
    const reply = await this.api.get('/webhooks/{webhook_id}/deliveries', {
      path: { webhook_id },
      query: { limit: 100 },
    });
    return reply.deliveries;
  }

  async attempts(webhook_id: number, delivery_id: string): Promise<readonly WebhookAttempt[]> {
    const path = { webhook_id, delivery_id };
    return (await this.api.get('/webhooks/{webhook_id}/deliveries/{delivery_id}', { path })).delivery.log;
  }

  async redeliver(webhook_id: number, delivery_id: string): Promise<void> {
    const path = { webhook_id, delivery_id };
    await this.api.post('/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', { path });
  }
}
