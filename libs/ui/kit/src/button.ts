import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  HostAttributeToken,
  inject,
  input,
} from '@angular/core';
import { CHANGES_REFUSED } from './changes-refused';
import { ignorePresses } from './ignored-presses';

/**
 * A button, or a link that looks like one.
 *
 * While changes are refused, those that make one say why, and ignore presses.
 *
 * `busy` and `unavailable` keep it focusable (a button that turns `disabled` under the keyboard drops the focus) and ignore presses.
 */
@Component({
  selector: 'button[ghButton], a[ghButton]',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[class]': 'look()',
    '[attr.aria-busy]': 'busy() || null',
    '[attr.aria-disabled]': '!isReady() || null',
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
  /** Whether it makes a change; by default if it submits a form. */
  readonly changes = input<boolean>();

  private readonly submits = inject(new HostAttributeToken('type'), { optional: true }) === 'submit';
  private readonly refused = inject(CHANGES_REFUSED);
  private readonly refusal = computed(() => ((this.changes() ?? this.submits) ? this.refused() : ''));
  protected readonly isReady = computed(() => !this.busy() && !this.unavailable() && this.refusal() === '');

  constructor() {
    const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    let isExplained = false;
    effect(() => {
      const refusal = this.refusal();
      // A title of the page itself is left alone.
      if (refusal) element.title = refusal;
      else if (isExplained) element.removeAttribute('title');
      isExplained = refusal !== '';
    });
    ignorePresses(element, () => !this.isReady());
  }
}
