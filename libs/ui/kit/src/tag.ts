import { ChangeDetectionStrategy, Component, input } from '@angular/core';

/** A short name among others, such as a group or a service type. */
@Component({
  selector: 'gh-tag',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class]': 'tone()' },
  template: `<ng-content />`,
  styles: `
    :host {
      display: inline-block;
      max-width: 100%;
      padding: 0.125rem var(--gh-space-2);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius-small);
      background: var(--gh-surface-sunken);
      font-size: var(--gh-text-small);
      font-weight: 500;
      overflow-wrap: anywhere;
    }
    :host(.success) {
      border-color: transparent;
      background: var(--gh-success-soft);
      color: var(--gh-success);
    }
    :host(.warning) {
      border-color: transparent;
      background: var(--gh-warning-soft);
      color: var(--gh-warning);
    }
    :host(.danger) {
      border-color: transparent;
      background: var(--gh-danger-soft);
      color: var(--gh-danger);
    }
  `,
})
export class Tag {
  readonly tone = input<'plain' | 'success' | 'warning' | 'danger'>('plain');
}
