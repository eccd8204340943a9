import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  signal,
  viewChild,
} from '@angular/core';
import type { Problem, Registration } from '@gatehouse/ui-data';
import { Banner, Button, Field } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { PASSWORD_RULES_ID, PasswordRules } from '../password/password-rules';
import { problemMessages, problemText } from '../problems/problem.messages';
import { registerMessages } from './register.messages';
import { RegisterStore } from './register.store';

type FieldName = keyof Registration;
type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** User name, email and password of a new account. Errors of the API are shown next to their field. */
@Component({
  selector: 'gh-register-form',
  imports: [Banner, Button, Field, PasswordRules],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './register-form.html',
  styleUrl: '../public/public-form.css',
})
export class RegisterForm {
  protected readonly store = inject(RegisterStore);
  protected readonly text = texts(registerMessages);
  protected readonly rulesId = PASSWORD_RULES_ID;
  private readonly problemTexts = texts(problemMessages);
  private readonly injector = inject(Injector);

  protected readonly userName = signal('');
  protected readonly email = signal('');
  protected readonly password = signal('');
  /** What was wrong with the fields when they were last submitted. */
  private readonly found = signal<Errors>({});

  protected readonly errors = computed<Errors>(() => {
    const problem = this.store.problem();
    return problem ? this.errorsOf(problem) : this.found();
  });
  protected readonly failureText = computed(() => {
    const problem = this.store.problem();
    if (!problem || Object.keys(this.errors()).length > 0) return '';
    if (problem.status !== 429) return problemText(problem, this.problemTexts);
    return problem.retryAfter === undefined ? this.text.limited : this.text.limitedFor(problem.retryAfter);
  });

  private readonly userNameField = viewChild.required<Field>('userNameField');
  private readonly emailField = viewChild.required<Field>('emailField');
  private readonly passwordField = viewChild.required<Field>('passwordField');
  private readonly rules = viewChild.required(PasswordRules);

  constructor() {
    afterNextRender(() => this.userNameField().focus());
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    this.passwordField().conceal();
    const registration = {
      user_name: this.userName().trim(),
      email: this.email().trim(),
      password: this.password(),
    };
    this.store.clearProblem();
    this.found.set(this.check(registration));
    if (Object.keys(this.found()).length === 0) await this.store.submit(registration);
    if (this.store.submitted()) return;
    const { user_name, email, password } = this.errors();
    const first = user_name ? this.userNameField : email ? this.emailField : password && this.passwordField;
    if (first) afterNextRender(() => first().focus(), { injector: this.injector });
  }

  private check({ user_name, email, password }: Registration): Errors {
    const passwordError = password === '' ? this.text.passwordMissing : this.text.passwordRefused;
    return {
      ...(user_name === '' && { user_name: this.text.userNameMissing }),
      ...(!/^[^@\s]+@[^@\s]+$/.test(email) && {
        email: email === '' ? this.text.emailMissing : this.text.emailInvalid,
      }),
      ...(!(password && this.rules().met()) && { password: passwordError }),
    };
  }

  /** The text of an error for a field; undefined if it does not concern a field. */
  private errorsOf({ code, param, message }: Problem): Errors {
    const own: Record<string, Errors> = {
      registration_conflict: { user_name: this.text.userNameTaken },
      user_name_invalid: { user_name: this.text.userNameInvalid },
      email_invalid: { email: this.text.emailInvalid },
      password_too_common: { password: this.text.passwordCommon },
    };
    if (code !== undefined && own[code]) return own[code];
    const name = param?.name;
    return name === 'user_name' || name === 'email' || name === 'password' ? { [name]: message } : {};
  }
}
