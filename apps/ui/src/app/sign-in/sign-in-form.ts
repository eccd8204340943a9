import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { FormControl, type ValidatorFn } from '@angular/forms';
import { Banner, Button, Field, FieldControl } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { signInMessages } from './sign-in.messages';
import { type SignInFailure, SignInStore } from './sign-in.store';

// Not those of `Validators`: the page would load all of that class.
const filled: ValidatorFn = ({ value }) => (value === '' ? { required: true } : null);
const notBlank: ValidatorFn = ({ value }) => (String(value).trim() === '' ? { required: true } : null);

const NAMES = ['user_name', 'password'] as const;

/** User name or email, password, and one text for every refusal. Used on the page and over a page that lost its session. */
@Component({
  selector: 'gh-sign-in-form',
  imports: [Banner, Button, Field, FieldControl],
  providers: [SignInStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sign-in-form.html',
  styleUrl: './sign-in-form.css',
})
export class SignInForm {
  /** The account that has to sign in; when given, it cannot be changed. */
  readonly account = input('');
  /** Why an attempt that was made elsewhere did not work, until the next one. */
  readonly failed = input<SignInFailure>();
  readonly signedIn = output();

  protected readonly store = inject(SignInStore);
  protected readonly text = texts(signInMessages);
  private readonly problemTexts = texts(problemMessages);
  private readonly injector = inject(Injector);

  // Without a group: the page would load all of that class.
  protected readonly controls = {
    user_name: new FormControl('', { nonNullable: true, validators: notBlank }),
    password: new FormControl('', { nonNullable: true, validators: filled }),
  };
  /** Names of the controls that were invalid when the form was last submitted. */
  private readonly missing = signal<readonly (typeof NAMES)[number][]>([]);

  private readonly userName = viewChild.required<Field>('userName');
  private readonly password = viewChild.required<Field>('password');

  protected readonly userNameError = computed(() =>
    this.missing().includes('user_name') ? this.text.userNameMissing : '',
  );
  protected readonly passwordError = computed(() =>
    this.missing().includes('password') ? this.text.passwordMissing : '',
  );
  protected readonly failureText = computed(() => {
    const failure = this.store.failure();
    switch (failure?.kind) {
      case undefined:
        return '';
      case 'refused':
        return this.text.refused;
      case 'limited':
        return failure.seconds === undefined ? this.text.limited : this.text.limitedFor(failure.seconds);
      case 'busy':
        return this.text.busy;
      case 'failed':
        return this.text.failed;
      case 'problem':
        return problemText(failure.problem, this.problemTexts);
    }
  });

  constructor() {
    effect(() => {
      if (this.account()) this.controls.user_name.setValue(this.account());
    });
    effect(() => this.store.failure.set(this.failed()));
    afterNextRender(() => (this.account() ? this.password() : this.userName()).focus());
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    this.password().conceal();
    const { user_name, password } = this.controls;
    this.missing.set(NAMES.filter((name) => this.controls[name].invalid));
    if (this.missing().length > 0) this.store.failure.set(undefined);
    else if (await this.store.signIn({ user_name: user_name.value.trim(), password: password.value })) {
      this.signedIn.emit();
      return;
    }
    const target = this.missing().includes('user_name') ? this.userName() : this.password();
    afterNextRender(() => target.focus(), { injector: this.injector });
  }
}
