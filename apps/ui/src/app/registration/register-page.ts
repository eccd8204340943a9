import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { asProblem, DeploymentSettings } from '@gatehouse/ui-data';
import { texts } from '../language/language';
import { PublicFrame } from '../public/public-frame';
import { RegisterForm } from './register-form';
import { registerMessages } from './register.messages';
import { RegisterStore } from './register.store';
import { RegistrationSent } from './registration-sent';

/** The page a person registers on: a form, then what happens next. */
@Component({
  selector: 'gh-register-page',
  imports: [PublicFrame, RegisterForm, RegistrationSent],
  providers: [RegisterStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-public-frame [heading]="heading()">
      @if (closed()) {
        <p>{{ text.disabled }}</p>
      } @else if (store.submitted()) {
        <gh-registration-sent />
      } @else {
        <gh-register-form />
      }
      <p ghBelow>
        @if (!store.submitted()) {
          {{ text.haveAccount }}
        }
        <a href="login">{{ text.signIn }}</a>
      </p>
    </gh-public-frame>
  `,
})
export class RegisterPage {
  protected readonly store = inject(RegisterStore);
  protected readonly text = texts(registerMessages);
  private readonly settings = inject(DeploymentSettings);

  protected readonly closed = computed(
    () =>
      this.settings.loaded()?.registration_enabled === false ||
      this.store.problem()?.code === 'registration_disabled',
  );
  protected readonly heading = computed(() => {
    if (this.closed()) return this.text.disabledTitle;
    return this.store.submitted() ? this.text.sent.title : this.text.title;
  });

  constructor() {
    // Without them the form works too, and the API checks what it cannot.
    this.settings.load().catch(asProblem);
  }
}
