import { Directive, ElementRef, inject, input } from '@angular/core';
import { CHANGES_REFUSED } from './changes-refused';
import { ignorePresses } from './ignored-presses';

/** A button with a look of its own that makes a change at once: while changes are refused, it says why, and ignores presses. */
@Directive({
  selector: 'button[ghChange]',
  host: {
    '[attr.title]': 'refused() || hint() || null',
    '[attr.aria-disabled]': `refused() !== '' || null`,
  },
})
export class ChangeButton {
  /** Its title otherwise. */
  readonly hint = input('', { alias: 'ghChange' });

  protected readonly refused = inject(CHANGES_REFUSED);

  constructor() {
    ignorePresses(inject<ElementRef<HTMLElement>>(ElementRef).nativeElement, () => this.refused() !== '');
  }
}
