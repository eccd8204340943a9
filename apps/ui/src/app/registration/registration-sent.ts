import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { Banner, Button } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { registerMessages } from './register.messages';
import { RegisterStore } from './register.store';

/** What happens after a registration was submitted, and the mail once more for those who wait for it. */
@Component({
  selector: 'gh-registration-sent',
  imports: [Banner, Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <p>{{ text.sent.explanation(store.submitted()?.email ?? '') }}</p>
    <ol>
      <li>{{ text.sent.confirm }}</li>
      @if (needsApproval()) {
        <li>{{ text.sent.approval }}</li>
        <li>{{ text.sent.secondMail }}</li>
      } @else {
        <li>{{ text.sent.signIn }}</li>
      }
    </ol>
    <p class="muted">{{ text.sent.nothing }}</p>
    <gh-banner [tone]="store.problem() ? 'danger' : 'success'" [message]="outcome()" />
    <button ghButton type="button" [busy]="store.busy()" (click)="store.resend()">
      {{ text.sent.again }}
    </button>
  `,
  styleUrl: '../public/public-text.css',
})
export class RegistrationSent {
  protected readonly store = inject(RegisterStore);
  protected readonly text = texts(registerMessages);
  private readonly problemTexts = texts(problemMessages);
  private readonly settings = inject(DeploymentSettings);

  protected readonly needsApproval = computed(() => this.settings.loaded()?.registration_approval_enabled);
  protected readonly outcome = computed(() => {
    const problem = this.store.problem();
    if (problem?.status === 429) return this.text.sent.limited;
    if (problem) return problemText(problem, this.problemTexts);
    return this.store.resent() > 0 && !this.store.busy() ? this.text.sent.sentAgain : '';
  });
}
