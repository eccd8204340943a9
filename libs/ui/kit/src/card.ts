import { ChangeDetectionStrategy, Component, input } from '@angular/core';

let cards = 0;

/** A titled part of a page. Its title is a heading of the second level and names the region. */
@Component({
  selector: 'gh-card',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { role: 'region', '[attr.aria-labelledby]': 'id' },
  template: `
    <h2 [attr.id]="id">{{ heading() }}</h2>
    <ng-content />
  `,
  styles: `
    :host {
      display: block;
      padding: var(--gh-space-5);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius-large);
      background: var(--gh-surface);
      box-shadow: var(--gh-shadow);
    }
    h2 {
      margin-block-end: var(--gh-space-4);
      font-size: var(--gh-text-title);
      font-weight: 600;
    }
    @media (width < 30rem) {
      :host {
        padding: var(--gh-space-4);
      }
    }
  `,
})
export class Card {
  readonly heading = input.required<string>();
  protected readonly id = `gh-card-${++cards}`;
}
