import { ChangeDetectionStrategy, Component, inject, input, type OnInit } from '@angular/core';
import { DirectoryUsersApi, Remote, TokensApi, UsersApi } from '@gatehouse/ui-data';
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
        @if (lost.groups + lost.permissions + lost.sessions + lost.tokens === 0) {
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
        @if (lost.tokens > 0) {
          <li>{{ t('lose.tokens', { count: lost.tokens }) }}</li>
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
  /** Whether it is a service account, which has no sessions. */
  readonly service = input(false);

  private readonly users = inject(DirectoryUsersApi);
  private readonly permissions = inject(UsersApi);
  private readonly tokens = inject(TokensApi);
  protected readonly t = translations(usersTexts);
  protected readonly losses = new Remote(async () => {
    const name = this.userName();
    const [memberships, permissions, sessions, tokens] = await Promise.all([
      this.users.memberships(name),
      this.permissions.assignmentsOf(name),
      this.service() ? [] : this.users.sessions(name),
      this.tokens.list(name),
    ]);
    const groups = memberships.active.length + memberships.pending.length;
    return { groups, permissions, sessions: sessions.length, tokens: tokens.length };
  });

  ngOnInit(): void {
    void this.losses.load();
  }
}
