import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { asProblem } from '@gatehouse/ui-data/problem';
import { Banner, Button, Field } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { PASSWORD_RULES_ID, PasswordRules } from '../password/password-rules';
// In one file with the framework, as for every page.
import '../public/public.entry';
import { problemMessages, problemText } from '../problems/problem.messages';
import type { LinkStore } from './link.store';
import { newPasswordMessages } from './new-password.messages';

/** The form for the new password that a link sets. */
@Component({
  selector: 'gh-new-password-form',
  imports: [Banner, Button, Field, PasswordRules],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <form novalidate (submit)="submit($event)">
      <gh-banner tone="danger" [message]="failureText()" />
      <div>
        <gh-field
          [(value)]="password"
          [name]="'password'"
          [type]="'password'"
          [autocomplete]="'new-password'"
          [label]="text.password"
          [required]="true"
          [showLabel]="text.showPassword"
          [details]="rulesId"
          [error]="error()"
        />
        <gh-password-rules [password]="password()" />
      </div>
      <button ghButton type="submit" look="primary" [busy]="store().busy()">
        {{ store().link()?.button }}
      </button>
    </form>
  `,
  styleUrl: '../public/public-form.css',
})
export class NewPasswordForm {
  readonly store = input.required<LinkStore>();

  protected readonly text = texts(newPasswordMessages);
  protected readonly rulesId = PASSWORD_RULES_ID;
  private readonly problemTexts = texts(problemMessages);
  private readonly injector = inject(Injector);

  protected readonly password = signal('');
  private readonly found = signal('');
  private readonly field = viewChild.required(Field);
  private readonly rules = viewChild.required(PasswordRules);

  private readonly isAboutPassword = computed(() => this.store().problem()?.param?.name === 'password');
  private readonly problemText = computed(() => {
    const problem = this.store().problem();
    return problem ? problemText(problem, this.problemTexts) : '';
  });
  protected readonly error = computed(() => (this.isAboutPassword() ? this.problemText() : this.found()));
  protected readonly failureText = computed(() => (this.isAboutPassword() ? '' : this.problemText()));

  constructor() {
    // Without them only the API checks.
    inject(DeploymentSettings).load().catch(asProblem);
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    this.field().conceal();
    const password = this.password();
    this.store().clearProblem();
    this.found.set(
      password === '' ? this.text.passwordMissing : this.rules().met() ? '' : this.text.passwordRefused,
    );
    if (this.found() === '') await this.store().use(password);
    if (this.store().outcome() || this.error() === '') return;
    afterNextRender(() => this.field().focus(), { injector: this.injector });
  }
}
