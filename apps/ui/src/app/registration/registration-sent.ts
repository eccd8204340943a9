import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { Banner, Button } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
// In one file with the framework, as for every page.
import '../public/public.entry';
import { problemMessages, problemText } from '../problems/problem.messages';
import type { RegisterStore } from './register.store';
import { registrationSentMessages } from './registration-sent.messages';

/** The next steps after a registration, with a button that sends the mail again. */
@Component({
  selector: 'gh-registration-sent',
  imports: [Banner, Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <p>{{ text.explanation(store().submitted()?.email ?? '') }}</p>
    <ol>
      <li>{{ text.confirm }}</li>
      @if (needsApproval()) {
        <li>{{ text.approval }}</li>
        <li>{{ text.secondMail }}</li>
      } @else {
        <li>{{ text.signIn }}</li>
      }
    </ol>
    <p class="muted">{{ text.nothing }}</p>
    <gh-banner [tone]="store().problem() ? 'danger' : 'success'" [message]="outcome()" />
    <button ghButton type="button" [busy]="store().busy()" (click)="store().resend()">
      {{ text.again }}
    </button>
  `,
  styleUrl: '../public/public-text.css',
})
export class RegistrationSent {
  readonly store = input.required<RegisterStore>();

  protected readonly text = texts(registrationSentMessages);
  private readonly problemTexts = texts(problemMessages);
  private readonly settings = inject(DeploymentSettings);

  protected readonly needsApproval = computed(() => this.settings.loaded()?.registration_approval_enabled);
  protected readonly outcome = computed(() => {
    const problem = this.store().problem();
    if (problem?.status === 429) return this.text.limited;
    if (problem) return problemText(problem, this.problemTexts);
    return this.store().resent() > 0 && !this.store().busy() ? this.text.sentAgain : '';
  });
}
