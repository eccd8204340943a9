import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { Remote, UsersApi } from '@gatehouse/ui-data';
import { Card, Skeleton, Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { usersTexts } from './users.texts';

/** The services that a user reaches, by permissions of their own and of their groups. Loads when `load` is called. */
@Component({
  selector: 'gh-reach',
  imports: [Card, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-card [heading]="own() ? t('yourReach') : t('reach')">
      <gh-problem-panel [problem]="services.problem()" (retry)="services.load()" />
      @if (reachable(); as list) {
        <ul class="list">
          @for (service of list; track service.name) {
            <li>
              <strong class="grow">{{ service.name }}</strong>
              <gh-tag>{{ service.type }}</gh-tag>
              <span class="muted">{{ service.permissions || t('reachParts') }}</span>
            </li>
          } @empty {
            <li class="muted">{{ t('reachNone') }}</li>
          }
        </ul>
      } @else if (!services.problem()) {
        <gh-skeleton />
      }
    </gh-card>
  `,
  styleUrl: '../page-parts/page.css',
})
export class Reach {
  readonly userName = input.required<string>();
  /** Whether it is the account of the reader. */
  readonly own = input(false);

  private readonly users = inject(UsersApi);
  protected readonly t = translations(usersTexts);
  readonly services = new Remote(() => this.users.servicesOf(this.userName()));
  protected readonly reachable = computed(() =>
    this.services
      .value()
      ?.map(({ service_name, service_type, permissions }) => ({
        name: service_name,
        type: service_type,
        denied: permissions.length > 0 && permissions.every(({ access }) => access === 'deny'),
        permissions: [
          ...new Set(permissions.filter(({ access }) => access === 'allow').map(({ name }) => name)),
        ]
          .sort()
          .join(', '),
      }))
      .filter(({ denied }) => !denied)
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
}
