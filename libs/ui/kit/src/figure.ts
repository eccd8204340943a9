import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { Icon } from './icon';
import type { IconShape } from './icons';

/** One number of a whole: what is counted, how many, and a note. Without a value it shows that it is loading. */
@Component({
  selector: 'gh-figure',
  imports: [Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { role: 'group', '[attr.aria-label]': 'label()' },
  template: `
    <div class="head">
      <span class="icon"><gh-icon [shape]="icon()" /></span>
      <span class="label">{{ label() }}</span>
    </div>
    @if (value(); as value) {
      <p class="value" [style.--length]="value.length">{{ value }}</p>
      <p class="note">{{ note() }}</p>
    } @else {
      <p class="value pending" aria-hidden="true"></p>
      <p class="note" aria-hidden="true">&nbsp;</p>
    }
  `,
  styleUrl: './figure.css',
})
export class Figure {
  readonly label = input.required<string>();
  readonly icon = input.required<IconShape>();
  /** The number as it is to be read, in the reader's language; empty while it is not known. */
  readonly value = input.required<string>();
  readonly note = input('');
}
