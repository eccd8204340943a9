import { ChangeDetectionStrategy, Component, computed, HostAttributeToken, inject } from '@angular/core';
import { type Notification, NotificationsApi, Remote } from '@gatehouse/ui-data';
import { Button, type Column, Empty, Table, TableCell, Tag, Toasts } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { viewInUrl } from '../page-parts/view-in-url';
import { notificationsTexts } from './notifications.texts';

/** Messages of one kind, mails or pushes to the portal: sent, waiting for the next attempt, and failed, which can be sent again. */
@Component({
  selector: 'gh-messages[kind]',
  imports: [Button, Empty, ProblemPanel, Table, TableCell, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-problem-panel [problem]="messages.problem()" (retry)="messages.load()" />
    <gh-problem-panel [problem]="action.problem()" [canRetry]="false" />
    <gh-table
      [name]="t(isMail ? 'mails' : 'portal')"
      [rows]="messages.value()"
      [failed]="messages.problem() !== undefined"
      [columns]="columns()"
      [rowKey]="key"
      [(view)]="view"
    >
      <ng-template ghCell="state" let-row>
        <gh-tag [tone]="tone(row)">{{ columns()[0]?.value(row) }}</gh-tag>
      </ng-template>
      <ng-template ghCell="created" let-row>{{ formats.dateTime(row.created) }}</ng-template>
      <ng-template ghCell="next" let-row>
        {{ row.next_attempt && row.state === 'queued' ? formats.ago(row.next_attempt) : '' }}
      </ng-template>
      <ng-template ghCell="actions" let-row>
        @if (row.state === 'failed') {
          <button
            ghButton
            type="button"
            [attr.aria-label]="againLabel(row)"
            [busy]="action.busy()"
            [changes]="true"
            (click)="resend(row)"
          >
            {{ t('sendAgain') }}
          </button>
        }
      </ng-template>
      <gh-empty ghEmpty [heading]="t(isMail ? 'noMails' : 'noPushes')">
        @if (!isMail) {
          {{ t('noPushesAbout') }}
        }
      </gh-empty>
    </gh-table>
  `,
})
export class Messages {
  private readonly notifications = inject(NotificationsApi);
  private readonly toasts = inject(Toasts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly t = translations(notificationsTexts);
  /** Stated in the template: mails, unless it is `portal`. */
  protected readonly isMail = inject(new HostAttributeToken('kind')) !== 'portal';
  protected readonly messages = new Remote(() =>
    this.notifications.messages(this.isMail ? 'mail' : 'portal'),
  );
  protected readonly view = viewInUrl(this.isMail ? 'mails' : 'portal');
  protected readonly action = new Action();
  protected readonly key = ({ notification_id }: Notification): string => notification_id;
  protected readonly columns = computed<readonly Column<Notification>[]>(() => [
    { key: 'state', heading: this.t('columns.state'), value: ({ state }) => this.t(`mailState.${state}`) },
    ...(this.isMail
      ? [{ key: 'user', heading: this.t('columns.user'), value: ({ user_name }: Notification) => user_name }]
      : []),
    { key: 'created', heading: this.t('columns.created'), value: ({ created }) => created },
    {
      key: 'attempts',
      heading: this.t('columns.attempts'),
      value: ({ attempts }) => attempts,
      numeric: true,
      minor: true,
    },
    { key: 'next', heading: this.t('columns.next'), value: ({ next_attempt }) => next_attempt, minor: true },
    { key: 'error', heading: this.t('columns.error'), value: ({ last_error }) => last_error, minor: true },
    { key: 'actions', heading: this.t('columns.actions'), value: () => '', sortable: false, actions: true },
  ]);

  constructor() {
    void this.messages.load();
  }

  protected tone({ state }: Notification): 'success' | 'plain' | 'danger' {
    return state === 'sent' ? 'success' : state === 'failed' ? 'danger' : 'plain';
  }

  protected againLabel({ user_name, created }: Notification): string {
    if (this.isMail) return this.t('sendAgainTo', { user_name: user_name ?? '' });
    return this.t('sendPushAgain', { time: this.formats.dateTime(created) });
  }

  protected async resend({ notification_id }: Notification): Promise<void> {
    if (await this.action.run(() => this.notifications.resend(notification_id)))
      this.toasts.show(this.t(this.isMail ? 'sent' : 'pushed'));
    await this.messages.load();
  }
}
