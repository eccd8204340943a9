import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { checkIcon, Icon } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { passwordRulesMessages } from './password-rules.messages';

/** One rule of a list, and whether it is met. */
@Component({
  selector: 'li[ghPasswordRule]',
  imports: [Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class]': 'met() ? "met" : ""' },
  template: `
    <span class="sign">
      @if (met()) {
        <gh-icon [shape]="checkIcon" />
      }
    </span>
    <span>
      <ng-content />
      @if (met()) {
        <span class="visually-hidden">({{ text.met }})</span>
      }
    </span>
  `,
  styles: `
    :host {
      display: flex;
      gap: var(--gh-space-2);
    }
    :host(.met) {
      color: var(--gh-success);
    }
    .sign {
      display: grid;
      place-items: center;
      flex: none;
      width: 1.25em;
      height: 1.5em;
    }
    :host(:not(.met)) .sign::before {
      content: '';
      width: 0.375rem;
      height: 0.375rem;
      border: 1px solid currentColor;
      border-radius: 50%;
    }
  `,
})
export class PasswordRule {
  readonly met = input(false);

  protected readonly checkIcon = checkIcon;
  protected readonly text = texts(passwordRulesMessages);
}
