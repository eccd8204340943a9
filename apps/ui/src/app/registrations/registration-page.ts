import { ChangeDetectionStrategy, Component, computed, effect, inject, input, signal } from '@angular/core';
import { Router } from '@angular/router';
import { PendingRegistrationsApi, Remote } from '@gatehouse/ui-data';
import { Button, Card, Confirmation, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ProblemTexts } from '../problems/problem-texts';
import { registrationsTexts } from './registrations.texts';

/** One registration: what was submitted, and the decision about it. */
@Component({
  selector: 'gh-registration-page',
  imports: [Button, Card, Confirmation, PageHeader, ProblemPanel, Skeleton, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './registration-page.html',
  styleUrl: '../page-parts/page.css',
})
export class RegistrationPage {
  /** Parameter of the route. */
  readonly user_name = input.required<string>();

  private readonly registrations = inject(PendingRegistrationsApi);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);

  protected readonly t = translations(registrationsTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly registration = new Remote(() => this.registrations.get(this.user_name()));
  protected readonly action = new Action();
  protected readonly openQuestion = signal<'decline' | 'delete' | undefined>(undefined);
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    effect(() => {
      this.user_name();
      void this.registration.load();
    });
    followChanges(['pending_user'], () => this.registration.load());
  }

  /** Opens the page of the new user, with groups and permissions. */
  protected async approve(): Promise<void> {
    const name = this.user_name();
    const link = this.registration.value()?.approve_url;
    if (!link || !(await this.action.run(() => this.registrations.decide(link)))) return;
    this.toasts.show(this.t('approved', { name }));
    await this.router.navigate(['/users', name]);
  }

  protected async resend(): Promise<void> {
    const registration = this.registration.value();
    if (!registration) return;
    if (await this.action.run(() => this.registrations.resend(registration)))
      this.toasts.show(this.t('resent'));
  }

  protected ask(what: 'decline' | 'delete'): void {
    this.action.reset();
    this.openQuestion.set(what);
  }

  protected async confirm(): Promise<void> {
    const link = this.registration.value()?.decline_url;
    const declines = this.openQuestion() === 'decline';
    const done = await this.action.run(async () => {
      if (!declines) await this.registrations.delete(this.user_name());
      else if (link) await this.registrations.decide(link);
    });
    if (!done) return;
    this.toasts.show(declines ? this.t('declined') : this.t('deleted'));
    await this.router.navigate(['/registrations']);
  }
}
