import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

/** A placeholder for text that is being loaded, so that the layout does not move. */
@Component({
  selector: 'gh-skeleton',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { 'aria-hidden': 'true' },
  template: `
    @for (line of list(); track line) {
      <span></span>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: var(--gh-space-3);
    }
    span {
      height: 1.1rem;
      border-radius: var(--gh-radius-small);
      background: var(--gh-surface-sunken);
    }
    span:last-child:not(:only-child) {
      width: 60%;
    }
  `,
})
export class Skeleton {
  readonly lines = input(3);
  protected readonly list = computed(() => Array.from({ length: this.lines() }, (_, i) => i));
}
