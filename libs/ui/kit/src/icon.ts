import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import type { IconShape } from './icons';

/** A picture next to a text with the same meaning: hidden from assistive technology, in the colour and size of the text. */
@Component({
  selector: 'gh-icon',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path [attr.d]="shape()" /></svg>`,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
    svg {
      width: 1.25em;
      height: 1.25em;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.75;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
  `,
})
export class Icon {
  readonly shape = input.required<IconShape>();
}
