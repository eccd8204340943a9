import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { texts } from '../language/language';
import { passwordRulesMessages } from './password-rules.messages';
import { checkPassword } from './self-chosen-password';

/** Id of the rules, for the field that they describe. There is one such list on a page. */
export const PASSWORD_RULES_ID = 'gh-password-rules';

/** The rules for a password that a user chooses, checked while it is typed. */
@Component({
  selector: 'gh-password-rules',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div [attr.id]="id">
      <ul [attr.aria-label]="text.title">
        @if (minimum(); as minimum) {
          <li [class]="longEnough() ? 'met' : ''">
            {{ text.length(minimum) }} <span class="visually-hidden">{{ longEnough() ? text.met : '' }}</span>
          </li>
        }
        <li [class]="met() ? 'met' : ''">
          {{ text.names }} <span class="visually-hidden">{{ met() ? text.met : '' }}</span>
        </li>
      </ul>
      <p>{{ text.common }}</p>
    </div>
    <p class="visually-hidden" role="status">{{ met() ? text.allMet : '' }}</p>
  `,
  styleUrl: './password-rules.css',
})
export class PasswordRules {
  readonly password = input.required<string>();
  readonly userName = input('');
  readonly email = input('');

  protected readonly id = PASSWORD_RULES_ID;
  protected readonly text = texts(passwordRulesMessages);
  private readonly settings = inject(DeploymentSettings);
  private readonly host = inject(BrowserLocation).host;

  protected readonly minimum = computed(() => this.settings.loaded()?.password_min_length ?? 0);
  private readonly check = computed(() =>
    checkPassword(this.password(), this.minimum(), {
      userName: this.userName(),
      email: this.email(),
      host: this.host,
    }),
  );
  protected readonly longEnough = computed(() => this.password() !== '' && this.check().longEnough);

  /** Whether the password meets the rules that a browser can check. */
  readonly met = computed(() => this.longEnough() && this.check().differsFromNames);
}
