import { ChangeDetectionStrategy, Component, ElementRef, inject, input } from '@angular/core';

/**
 * A button, or a link that looks like one.
 *
 * `busy` and `unavailable` keep it focusable (a button that turns `disabled` under the keyboard drops the focus) and ignore presses.
 */
@Component({
  selector: 'button[ghButton], a[ghButton]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[class]': 'look()',
    '[attr.aria-busy]': 'busy() || null',
    '[attr.aria-disabled]': 'busy() || unavailable() || null',
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
  /** Has nothing to act on at present. */
  readonly unavailable = input(false);

  constructor() {
    const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    // Captured, because listeners of the page that uses the button are registered before those of the button itself.
    element.addEventListener('click', (event) => this.ignoreUnlessReady(event), { capture: true });
  }

  private ignoreUnlessReady(event: Event): void {
    if (!this.busy() && !this.unavailable()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
