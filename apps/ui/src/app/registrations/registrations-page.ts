import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import {
  DeploymentSettings,
  PendingRegistrationsApi,
  type RegistrationDetail,
  Remote,
} from '@gatehouse/ui-data';
import { type Column, Empty, Table, TableCell, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { followChanges } from '../page-parts/follow-changes';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { scrollBack } from '../page-parts/scroll-back';
import { viewInUrl } from '../page-parts/view-in-url';
import { registrationsTexts } from './registrations.texts';

/** Registrations that are not completed. */
@Component({
  selector: 'gh-registrations-page',
  imports: [Empty, PageHeader, ProblemPanel, RouterLink, Table, TableCell, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-page-header [heading]="t('title')" [about]="t('about')" />
    @if (enabled) {
      <gh-problem-panel [problem]="list.problem()" (retry)="list.load()" />
      <gh-table
        [name]="t('title')"
        [rows]="list.value()"
        [failed]="list.problem() !== undefined"
        [columns]="columns()"
        [rowKey]="key"
        [(view)]="view"
      >
        <ng-template ghCell="name" let-row>
          <a [routerLink]="['/registrations', row.user_name]">{{ row.user_name }}</a>
        </ng-template>
        <ng-template ghCell="state" let-row>
          <gh-tag [tone]="row.approve_url ? 'warning' : 'plain'">{{ state(row) }}</gh-tag>
        </ng-template>
        <gh-empty ghEmpty [heading]="t('empty')">
          <p>{{ t('emptyAbout') }}</p>
        </gh-empty>
      </gh-table>
    } @else {
      <gh-empty [heading]="t('off')">
        <p>{{ t('offAbout') }}</p>
      </gh-empty>
    }
  `,
  styleUrl: '../page-parts/page.css',
})
export class RegistrationsPage {
  private readonly registrations = inject(PendingRegistrationsApi);
  protected readonly t = translations(registrationsTexts);
  protected readonly enabled = inject(DeploymentSettings).current().registration_enabled;
  protected readonly list = new Remote(() => this.registrations.list());
  protected readonly view = viewInUrl();
  protected readonly key = ({ user_name }: RegistrationDetail): string => user_name;
  protected readonly columns = computed<readonly Column<RegistrationDetail>[]>(() => [
    { key: 'name', heading: this.t('columns.name'), value: ({ user_name }) => user_name },
    { key: 'email', heading: this.t('columns.email'), value: ({ email }) => email, minor: true },
    { key: 'state', heading: this.t('columns.state'), value: (row) => this.state(row) },
  ]);

  constructor() {
    if (!this.enabled) return;
    scrollBack(() => this.list.value() !== undefined);
    void this.list.load();
    followChanges(['pending_user'], () => this.list.load());
  }

  protected state({ approve_url }: RegistrationDetail): string {
    return approve_url ? this.t('state.approve') : this.t('state.confirm');
  }
}
