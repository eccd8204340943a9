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
import { Banner, Button, Field } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { providerMessages } from './provider.messages';
import { signInMessages } from './sign-in.messages';
import { type SignInFailure, SignInStore } from './sign-in.store';

/** User name or email, password, and one text for every refusal. Used on the page and over a page that lost its session. */
@Component({
  selector: 'gh-sign-in-form',
  imports: [Banner, Button, Field],
  providers: [SignInStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sign-in-form.html',
  styleUrl: '../public/public-form.css',
})
export class SignInForm {
  /** The account that has to sign in; when given, it cannot be changed. */
  readonly account = input('');
  /** Why an attempt without this form failed, until the next one. */
  readonly failed = input<SignInFailure>();
  readonly signedIn = output();

  protected readonly store = inject(SignInStore);
  protected readonly text = texts(signInMessages);
  private readonly problemTexts = texts(problemMessages);
  private readonly providerTexts = texts(providerMessages);
  private readonly injector = inject(Injector);

  // Signals, not controls of @angular/forms: the page has no room for that library (docs/adr/0005).
  readonly userName = signal('');
  protected readonly password = signal('');
  /** Whether the fields show that they are empty: from the first attempt to send them so, until the next attempt. */
  private readonly missing = signal({ userName: false, password: false });
  /** The hint for the user name instead, if a provider needs one. */
  private readonly needed = signal('');

  private readonly userNameField = viewChild.required<Field>('userNameField');
  private readonly passwordField = viewChild.required<Field>('passwordField');

  protected readonly userNameError = computed(() =>
    this.missing().userName ? this.needed() || this.text.userNameMissing : '',
  );
  protected readonly passwordError = computed(() =>
    this.missing().password ? this.text.passwordMissing : '',
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
      case 'provider':
        return this.providerTexts[failure.code];
      case 'problem':
        return problemText(failure.problem, this.problemTexts);
    }
  });

  constructor() {
    effect(() => {
      if (this.account()) this.userName.set(this.account());
    });
    effect(() => this.store.failure.set(this.failed()));
    afterNextRender(() => (this.account() ? this.passwordField() : this.userNameField()).focus());
  }

  /** Shows that a user name must be entered first, and why. */
  needUserName(why: string): void {
    this.needed.set(why);
    this.missing.set({ userName: true, password: false });
    this.userNameField().focus();
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    this.passwordField().conceal();
    this.needed.set('');
    const user_name = this.userName().trim();
    const password = this.password();
    this.missing.set({ userName: user_name === '', password: password === '' });
    if (user_name === '' || password === '') this.store.failure.set(undefined);
    else if (await this.store.signIn({ user_name, password })) {
      this.signedIn.emit();
      return;
    }
    const target = user_name === '' ? this.userNameField() : this.passwordField();
    afterNextRender(() => target.focus(), { injector: this.injector });
  }
}
