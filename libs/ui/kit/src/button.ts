import { ChangeDetectionStrategy, Component, input } from '@angular/core';

/**
 * A button, or a link that looks like one.
 *
 * `busy` keeps it focusable (a button that turns `disabled` under the keyboard drops the focus) and ignores presses.
 */
@Component({
  selector: 'button[ghButton], a[ghButton]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[class]': 'look()',
    '[attr.aria-busy]': 'busy() || null',
    '[attr.aria-disabled]': 'busy() || null',
    '(click)': 'ignoreWhileBusy($event)',
  },
  template: `
    @if (busy()) {
      <span class="spinner" aria-hidden="true"></span>
    }
    <ng-content />
  `,
  styleUrl: './button.css',
})
export class Button {
  readonly look = input<'primary' | 'secondary' | 'quiet'>('secondary');
  readonly busy = input(false);

  protected ignoreWhileBusy(event: Event): void {
    if (!this.busy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
