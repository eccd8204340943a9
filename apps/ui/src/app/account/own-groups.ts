import { ChangeDetectionStrategy, Component, computed, inject, output } from '@angular/core';
import { DirectoryGroupsApi, DirectoryUsersApi, Remote, Session } from '@gatehouse/ui-data';
import { Button, Card, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalName } from '../principals/principal';
import { accountTexts } from './account.texts';

/** The groups of the signed-in user, and those that all users may join. */
@Component({
  selector: 'gh-own-groups',
  imports: [Button, Card, PrincipalName, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-card [heading]="t('groups')">
      <gh-problem-panel [problem]="memberships.problem()" (retry)="memberships.load()" />
      <div class="chips">
        @for (group of memberships.value()?.active; track group) {
          <gh-tag><gh-principal [name]="group" /></gh-tag>
        }
      </div>
      @if (!memberships.value() && !memberships.problem()) {
        <gh-skeleton [lines]="1" />
      }
      <h3>{{ t('open') }}</h3>
      <p class="muted">{{ t('openAbout') }}</p>
      <gh-problem-panel [problem]="open.problem()" (retry)="open.load()" />
      <gh-problem-panel [problem]="action.problem()" [canRetry]="false" />
      @if (open.value(); as groups) {
        <ul class="list">
          @for (group of groups; track group.group_name) {
            <li>
              <div class="grow">
                <strong>{{ group.group_name }}</strong>
                @if (group.description) {
                  <p class="muted">{{ group.description }}</p>
                }
                @if (isPending(group.group_name)) {
                  <p class="muted">{{ t('pending') }}</p>
                }
              </div>
              @if (isMember(group.group_name)) {
                <button
                  ghButton
                  type="button"
                  [attr.aria-label]="t('leaveOne', { group: group.group_name })"
                  [busy]="action.busy()"
                  (click)="leave(group.group_name)"
                >
                  {{ t('leave') }}
                </button>
              } @else {
                <button
                  ghButton
                  type="button"
                  [attr.aria-label]="t('joinOne', { group: group.group_name })"
                  [busy]="action.busy()"
                  (click)="join(group.group_name)"
                >
                  {{ t('join') }}
                </button>
              }
            </li>
          } @empty {
            <li class="muted">{{ t('noOpen') }}</li>
          }
        </ul>
      } @else if (!open.problem()) {
        <gh-skeleton />
      }
    </gh-card>
  `,
  styleUrl: '../page-parts/page.css',
})
export class OwnGroups {
  readonly changed = output();

  private readonly session = inject(Session);
  private readonly users = inject(DirectoryUsersApi);
  private readonly groups = inject(DirectoryGroupsApi);
  private readonly toasts = inject(Toasts);
  protected readonly t = translations(accountTexts);
  private readonly name = computed(() => this.session.user()?.user_name ?? '');
  protected readonly memberships = new Remote(() => this.users.memberships(this.name()));
  protected readonly open = new Remote(() => this.groups.discoverable());
  protected readonly action = new Action();

  constructor() {
    void this.memberships.load();
    void this.open.load();
  }

  protected isMember(group: string): boolean {
    return this.memberships.value()?.active.includes(group) ?? false;
  }

  protected isPending(group: string): boolean {
    return this.memberships.value()?.pending.includes(group) ?? false;
  }

  protected async join(group: string): Promise<void> {
    if (!(await this.action.run(() => this.groups.joinDiscoverable(group)))) return;
    await this.memberships.load();
    this.toasts.show(this.isPending(group) ? this.t('termsSent', { group }) : this.t('joined', { group }));
    this.changed.emit();
  }

  protected async leave(group: string): Promise<void> {
    if (!(await this.action.run(() => this.groups.leaveDiscoverable(group)))) return;
    await this.memberships.load();
    this.toasts.show(this.t('left', { group }));
    this.changed.emit();
  }
}
