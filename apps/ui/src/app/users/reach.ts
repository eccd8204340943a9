import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import { Remote, UsersApi } from '@gatehouse/ui-data';
import { Card, Skeleton, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { usersTexts } from './users.texts';

/** The services that a user reaches, by permissions of the user and of its groups. Loads when `load` is called. */
@Component({
  selector: 'gh-reach',
  imports: [Card, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-card [heading]="own() ? t('yourReach') : t('reach')">
      <gh-problem-panel [problem]="services.problem()" (retry)="load()" />
      @if (reachable(); as list) {
        <ul class="list">
          @for (service of list; track service.name) {
            <li>
              <strong class="grow">{{ service.name }}</strong>
              @if (opened().includes(service.name)) {
                <gh-tag tone="success">{{ t('reachNew') }}</gh-tag>
              }
              <gh-tag>{{ service.type }}</gh-tag>
              <span class="muted">{{ service.permissions || t('reachParts') }}</span>
            </li>
          } @empty {
            <li class="muted">{{ administrator() ? t('reachAll') : t('reachNone') }}</li>
          }
        </ul>
      } @else if (!services.problem()) {
        <gh-skeleton />
      }
      <p class="visually-hidden" role="status">{{ announcement() }}</p>
    </gh-card>
  `,
  styleUrl: '../page-parts/page.css',
})
export class Reach {
  readonly userName = input.required<string>();
  /** Whether it is the account of the reader. */
  readonly own = input(false);
  /** Administrators have all permissions without assignments, which the list does not contain. */
  readonly administrator = input(false);

  private readonly users = inject(UsersApi);
  private readonly formats = inject(ReaderFormats);
  protected readonly t = translations(usersTexts);
  protected readonly services = new Remote(() => this.users.servicesOf(this.userName()));
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
  /** What the user reached when the page was opened. */
  private readonly before = signal<{ userName: string; names: readonly string[] } | undefined>(undefined);
  /** Services that were not reached then: what changes made here, or meanwhile, have opened. */
  protected readonly opened = computed<readonly string[]>(() => {
    const before = this.before()?.names;
    return before ? this.names().filter((name) => !before.includes(name)) : [];
  });
  protected readonly announcement = computed(() => {
    const names = this.opened();
    return names.length === 0 ? '' : this.t('reachOpened', { services: this.formats.list(names) });
  });

  /** Loads the services; again after a change, which marks what it has opened. */
  async load(): Promise<void> {
    const userName = this.userName();
    await this.services.load();
    if (this.services.problem() || this.before()?.userName === userName) return;
    this.before.set({ userName, names: this.names() });
  }

  private names(): readonly string[] {
    return this.reachable()?.map(({ name }) => name) ?? [];
  }
}
