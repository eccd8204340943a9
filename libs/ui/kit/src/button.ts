import { ChangeDetectionStrategy, Component, ElementRef, inject, input } from '@angular/core';

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
  readonly look = input<'primary' | 'secondary' | 'quiet' | 'danger'>('secondary');
  readonly busy = input(false);

  constructor() {
    const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    // Captured, because listeners of the page that uses the button are registered before those of the button itself.
    element.addEventListener('click', (event) => this.ignoreWhileBusy(event), { capture: true });
  }

  private ignoreWhileBusy(event: Event): void {
    if (!this.busy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
