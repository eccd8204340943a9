import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  untracked,
  viewChild,
  ViewContainerRef,
} from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { asProblem } from '@gatehouse/ui-data/problem';
import { texts } from '../language/language';
import { PublicFrame } from '../public/public-frame';
import { RegisterForm } from './register-form';
import { registerMessages } from './register.messages';
import { RegisterStore } from './register.store';

/** The registration page: a form, then the next steps. */
@Component({
  selector: 'gh-register-page',
  imports: [PublicFrame, RegisterForm],
  providers: [RegisterStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-public-frame [heading]="heading()">
      @if (closed()) {
        <p>{{ text.disabled }}</p>
      } @else if (store.submitted()) {
        <ng-container #sent />
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

  private readonly sent = viewChild('sent', { read: ViewContainerRef });

  protected readonly closed = computed(
    () =>
      this.settings.loaded()?.registration_enabled === false ||
      this.store.problem()?.code === 'registration_disabled',
  );
  protected readonly heading = computed(() => {
    if (this.closed()) return this.text.disabledTitle;
    return this.store.submitted() ? this.text.sentTitle : this.text.title;
  });

  constructor() {
    // Without them the form works too; the API checks the rules.
    this.settings.load().catch(asProblem);
    effect(() => {
      const container = this.sent();
      if (container) void untracked(() => this.showWhatIsNext(container));
    });
  }

  /** Loaded when it is needed: the form has no room for it (docs/adr/0005). */
  private async showWhatIsNext(container: ViewContainerRef): Promise<void> {
    const { RegistrationSent } = await import('./registration-sent');
    container.createComponent(RegistrationSent).setInput('store', this.store);
  }
}
