import { ChangeDetectionStrategy, Component } from '@angular/core';
import { TabPage, TabPages } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { PageHeader } from '../page-parts/page-header';
import { tabInUrl } from '../page-parts/view-in-url';
import { Messages } from './messages';
import { notificationsTexts } from './notifications.texts';
import { Webhooks } from './webhooks';

/** Webhooks, mails and pushes to the workflow portal: what was sent, what failed, and sending it again. */
@Component({
  selector: 'gh-notifications-page',
  imports: [Messages, PageHeader, TabPage, TabPages, Webhooks],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-page-header [heading]="t('title')" [about]="t('about')" />
    <gh-tabs [(selected)]="tab">
      <ng-template ghTab="webhooks" [label]="t('webhooks')"><gh-webhooks /></ng-template>
      <ng-template ghTab="mails" [label]="t('mails')"><gh-messages kind="mail" /></ng-template>
      <ng-template ghTab="portal" [label]="t('portal')"><gh-messages kind="portal" /></ng-template>
    </gh-tabs>
  `,
})
export class NotificationsPage {
  protected readonly t = translations(notificationsTexts);
  protected readonly tab = tabInUrl('webhooks', 'mails', 'portal');
}
