import { ChangeDetectionStrategy, Component, effect, inject, input, output, signal } from '@angular/core';
import {
  NotificationsApi,
  Remote,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from '@gatehouse/ui-data';
import { Button, Card, KIT_TEXTS, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { notificationsTexts } from './notifications.texts';

/** Deliveries of one webhook, newest first, with every attempt and what was answered; each can be delivered again. */
@Component({
  selector: 'gh-deliveries',
  imports: [Button, Card, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './deliveries.html',
  styleUrl: '../page-parts/page.css',
})
export class Deliveries {
  readonly webhook = input.required<Webhook>();
  readonly closed = output();

  private readonly notifications = inject(NotificationsApi);
  private readonly toasts = inject(Toasts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(notificationsTexts);
  protected readonly deliveries = new Remote(() => this.notifications.deliveries(this.webhook().webhook_id));
  protected readonly action = new Action();
  /** The delivery whose attempts are shown. */
  protected readonly opened = signal('');
  protected readonly attempts = signal<readonly WebhookAttempt[] | undefined>(undefined);

  constructor() {
    effect(() => {
      this.webhook();
      void this.deliveries.load();
    });
  }

  protected tone({ state }: WebhookDelivery): 'success' | 'plain' | 'danger' {
    return state === 'delivered' ? 'success' : state === 'failed' ? 'danger' : 'plain';
  }

  protected async toggle({ delivery_id }: WebhookDelivery): Promise<void> {
    this.attempts.set(undefined);
    if (this.opened() === delivery_id) {
      this.opened.set('');
      return;
    }
    this.opened.set(delivery_id);
    await this.action.run(async () =>
      this.attempts.set(await this.notifications.attempts(this.webhook().webhook_id, delivery_id)),
    );
  }

  protected async redeliver({ delivery_id }: WebhookDelivery): Promise<void> {
    const done = await this.action.run(() =>
      this.notifications.redeliver(this.webhook().webhook_id, delivery_id),
    );
    if (done) this.toasts.show(this.t('redelivered'));
    await this.deliveries.load();
  }
}
