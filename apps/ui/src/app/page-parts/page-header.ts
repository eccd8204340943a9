import { ChangeDetectionStrategy, Component, input } from '@angular/core';

/** The title of a page, where reading begins after a change of page, with what can be done on it (its content). */
@Component({
  selector: 'gh-page-header',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div class="title">
      <h1 tabindex="-1">{{ heading() }}</h1>
      <ng-content select="gh-tag" />
    </div>
    <div class="actions"><ng-content /></div>
    @if (about()) {
      <p>{{ about() }}</p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: var(--gh-space-3);
      margin-block-end: var(--gh-space-4);
    }
    .title,
    .actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--gh-space-3);
      min-width: 0;
    }
    h1 {
      min-width: 0;
      font-size: var(--gh-text-page);
      font-weight: 650;
      letter-spacing: -0.015em;
      overflow-wrap: anywhere;
    }
    p {
      flex-basis: 100%;
      max-width: 60rem;
      color: var(--gh-text-muted);
    }
  `,
})
export class PageHeader {
  readonly heading = input.required<string>();
  readonly about = input('');
}
