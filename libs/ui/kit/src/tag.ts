import { ChangeDetectionStrategy, Component } from '@angular/core';

/** A short name among others, such as a group or a service type. */
@Component({
  selector: 'gh-tag',
  changeDetection: ChangeDetectionStrategy.OnPush,
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
  `,
})
export class Tag {}
