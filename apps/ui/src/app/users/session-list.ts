import { ChangeDetectionStrategy, Component, effect, inject, input } from '@angular/core';
import { DirectoryUsersApi, Remote, type UserSession } from '@gatehouse/ui-data';
import { Button, Card, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { RowFocus } from '../page-parts/row-focus';
import { usersTexts } from './users.texts';

/** The sessions of a user, which can be ended. */
@Component({
  selector: 'gh-sessions',
  imports: [Button, Card, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-card [heading]="t('sessions')">
      <gh-problem-panel [problem]="sessions.problem()" (retry)="sessions.load()" />
      <gh-problem-panel [problem]="action.problem()" [canRetry]="false" />
      @if (sessions.value(); as list) {
        <ul class="list">
          @for (session of list; track session.session_id; let row = $index) {
            <li>
              <div class="grow">
                <strong>{{ session.device ?? t('device') }}</strong>
                @if (session.current) {
                  <gh-tag tone="success">{{ t('thisSession') }}</gh-tag>
                }
                <p class="muted">{{ about(session) }}</p>
              </div>
              @if (!session.current) {
                <button
                  ghButton
                  type="button"
                  [attr.aria-label]="t('endSession', { device: session.device ?? t('device') })"
                  [busy]="action.busy()"
                  (click)="end(session, row)"
                >
                  {{ t('end') }}
                </button>
              }
            </li>
          } @empty {
            <li class="muted">{{ t('noSessions') }}</li>
          }
        </ul>
        @if (list.length > 1) {
          <div class="actions">
            <button ghButton type="button" [busy]="action.busy()" (click)="endAll()">
              {{ t('endAll') }}
            </button>
          </div>
        }
      } @else if (!sessions.problem()) {
        <gh-skeleton />
      }
    </gh-card>
  `,
  styleUrl: '../page-parts/page.css',
})
export class SessionList {
  readonly userName = input.required<string>();

  private readonly users = inject(DirectoryUsersApi);
  private readonly toasts = inject(Toasts);
  private readonly formats = inject(ReaderFormats);
  protected readonly t = translations(usersTexts);
  protected readonly sessions = new Remote(() => this.users.sessions(this.userName()));
  protected readonly action = new Action();
  private readonly focus = new RowFocus();

  constructor() {
    effect(() => {
      this.userName();
      void this.sessions.load();
    });
    followChanges(['session'], () => this.sessions.load());
  }

  /** Reads them again, and returns their identifiers. */
  async refresh(): Promise<readonly string[]> {
    await this.sessions.load();
    return this.sessions.value()?.map(({ session_id }) => session_id) ?? [];
  }

  protected about({ last_used, created, address }: UserSession): string {
    const used = this.t('lastUsed', { ago: this.formats.ago(last_used), address: address ?? '–' });
    return `${used}; ${this.t('signedIn', { date: this.formats.dateTime(created) })}`;
  }

  protected async end({ session_id }: UserSession, row: number): Promise<void> {
    if (!(await this.action.run(() => this.users.endSession(this.userName(), session_id)))) return;
    this.toasts.show(this.t('ended'));
    await this.sessions.load();
    this.focus.moveFrom(row);
  }

  /** After all sessions of the signed-in user have ended, the next request requires a sign-in. */
  protected async endAll(): Promise<void> {
    if (!(await this.action.run(() => this.users.endSessions(this.userName())))) return;
    this.toasts.show(this.t('allEnded'));
    await this.sessions.load();
    this.focus.moveFrom(0);
  }
}
