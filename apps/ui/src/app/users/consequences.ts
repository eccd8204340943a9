import { ChangeDetectionStrategy, Component, inject, input, type OnInit } from '@angular/core';
import { DirectoryUsersApi, Remote, UsersApi } from '@gatehouse/ui-data';
import { Skeleton } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { usersTexts } from './users.texts';

/** What is deleted with a user, as counted by the API. */
@Component({
  selector: 'gh-consequences',
  imports: [ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <p>{{ t('deletesAlso') }}</p>
    <gh-problem-panel [problem]="losses.problem()" (retry)="losses.load()" />
    @if (losses.value(); as lost) {
      <ul class="consequences">
        @if (lost.groups + lost.permissions + lost.sessions === 0) {
          <li>{{ t('lose.none') }}</li>
        }
        @if (lost.groups > 0) {
          <li>{{ t('lose.groups', { count: lost.groups }) }}</li>
        }
        @if (lost.permissions > 0) {
          <li>{{ t('lose.permissions', { count: lost.permissions }) }}</li>
        }
        @if (lost.sessions > 0) {
          <li>{{ t('lose.sessions', { count: lost.sessions }) }}</li>
        }
      </ul>
    } @else if (!losses.problem()) {
      <gh-skeleton [lines]="3" />
    }
    <p class="muted">{{ t('lose.webhooks') }}</p>
  `,
  styleUrl: '../page-parts/page.css',
})
export class Consequences implements OnInit {
  readonly userName = input.required<string>();

  private readonly users = inject(DirectoryUsersApi);
  private readonly permissions = inject(UsersApi);
  protected readonly t = translations(usersTexts);
  protected readonly losses = new Remote(async () => {
    const name = this.userName();
    const [memberships, assignments, sessions] = await Promise.all([
      this.users.memberships(name),
      this.permissions.assignmentsOf(name),
      this.users.sessions(name),
    ]);
    const { active, pending } = memberships;
    return { groups: active.length + pending.length, permissions: assignments, sessions: sessions.length };
  });

  ngOnInit(): void {
    void this.losses.load();
  }
}
