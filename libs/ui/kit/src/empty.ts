import { ChangeDetectionStrategy, Component, input } from '@angular/core';

/** Replaces content that does not exist yet: states that, and what to do next (its content). */
@Component({
  selector: 'gh-empty',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <p class="what">{{ heading() }}</p>
    <ng-content />
  `,
  styles: `
    :host {
      display: grid;
      justify-items: center;
      gap: var(--gh-space-3);
      padding: var(--gh-space-6) var(--gh-space-4);
      color: var(--gh-text-muted);
      text-align: center;
    }
    .what {
      color: var(--gh-text);
      font-weight: 600;
    }
  `,
})
export class Empty {
  readonly heading = input.required<string>();
}
