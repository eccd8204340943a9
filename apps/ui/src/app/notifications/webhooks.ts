import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { NotificationsApi, Remote, type Webhook } from '@gatehouse/ui-data';
import {
  Button,
  type Column,
  Confirmation,
  Dialog,
  dotsIcon,
  Empty,
  Icon,
  Menu,
  MenuItem,
  MenuTrigger,
  plusIcon,
  Table,
  TableCell,
  Tag,
  Toasts,
} from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { ProblemTexts } from '../problems/problem-texts';
import { AddWebhook, type CreatedWebhook } from './add-webhook';
import { Deliveries } from './deliveries';
import { notificationsTexts } from './notifications.texts';

/** Webhooks: to add, resume and delete, with their deliveries. */
@Component({
  selector: 'gh-webhooks',
  imports: [
    AddWebhook,
    Button,
    Confirmation,
    Deliveries,
    Dialog,
    Empty,
    Icon,
    Menu,
    MenuItem,
    MenuTrigger,
    ProblemPanel,
    Table,
    TableCell,
    Tag,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './webhooks.html',
  styleUrl: '../page-parts/page.css',
})
export class Webhooks {
  private readonly notifications = inject(NotificationsApi);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  protected readonly t = translations(notificationsTexts);
  protected readonly icons = { add: plusIcon, more: dotsIcon };
  protected readonly webhooks = new Remote(() => this.notifications.webhooks());
  protected readonly view = viewInUrl();
  protected readonly action = new Action();
  protected readonly adding = signal(false);
  protected readonly created = signal<CreatedWebhook | undefined>(undefined);
  protected readonly opened = signal<Webhook | undefined>(undefined);
  protected readonly deleting = signal<Webhook | undefined>(undefined);
  protected readonly key = ({ webhook_id }: Webhook): string => String(webhook_id);
  protected readonly columns = computed<readonly Column<Webhook>[]>(() => [
    { key: 'name', heading: this.t('columns.name'), value: ({ name }) => name },
    {
      key: 'event',
      heading: this.t('columns.event'),
      value: ({ action }) => this.t(`actions.${action}`),
      minor: true,
    },
    {
      key: 'target',
      heading: this.t('columns.target'),
      value: ({ method, url }) => `${method} ${url}`,
      minor: true,
    },
    { key: 'state', heading: this.t('columns.state'), value: ({ state }) => this.t(`webhookState.${state}`) },
    { key: 'actions', heading: this.t('columns.actions'), value: () => '', sortable: false, actions: true },
  ]);
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.webhooks.load();
    followChanges(['webhook'], () => this.webhooks.load());
  }

  protected async added(webhook: CreatedWebhook): Promise<void> {
    this.adding.set(false);
    this.created.set(webhook);
    await this.webhooks.load();
  }

  protected async resume({ webhook_id }: Webhook): Promise<void> {
    if (await this.action.run(() => this.notifications.resumeWebhook(webhook_id)))
      this.toasts.show(this.t('resumed'));
    await this.webhooks.load();
  }

  protected ask(webhook: Webhook): void {
    this.action.reset();
    this.deleting.set(webhook);
  }

  protected async delete({ webhook_id }: Webhook): Promise<void> {
    if (!(await this.action.run(() => this.notifications.deleteWebhook(webhook_id)))) return;
    this.deleting.set(undefined);
    if (this.opened()?.webhook_id === webhook_id) this.opened.set(undefined);
    this.toasts.show(this.t('deleted'));
    await this.webhooks.load();
  }
}
