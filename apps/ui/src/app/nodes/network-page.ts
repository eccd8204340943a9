import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { Empty, TabPage, TabPages } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { PageHeader } from '../page-parts/page-header';
import { tabInUrl } from '../page-parts/view-in-url';
import { NodeList } from './node-list';
import { nodesTexts } from './nodes.texts';
import { RemoteUserList } from './remote-user-list';

/** The other instances of the network, and their users. */
@Component({
  selector: 'gh-network-page',
  imports: [Empty, NodeList, PageHeader, RemoteUserList, TabPage, TabPages],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-page-header [heading]="t('title')" [about]="t('about')" />
    @if (enabled) {
      <gh-tabs [(selected)]="tab">
        <ng-template ghTab="nodes" [label]="t('nodes')"><gh-node-list /></ng-template>
        <ng-template ghTab="users" [label]="t('users')"><gh-remote-user-list /></ng-template>
      </gh-tabs>
    } @else {
      <gh-empty [heading]="t('off')">
        <p>{{ t('offAbout') }}</p>
      </gh-empty>
    }
  `,
})
export class NetworkPage {
  protected readonly t = translations(nodesTexts);
  protected readonly enabled = inject(DeploymentSettings).current().network_enabled;
  protected readonly tab = tabInUrl('nodes', 'users');
}
