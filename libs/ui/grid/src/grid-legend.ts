import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { Shortcuts } from './shortcuts';

/** The texts of the legend of a grid. */
export interface LegendTexts {
  readonly legend: string;
  readonly legendChip: string;
  readonly legendBelow: string;
  readonly legendHere: string;
  readonly legendEffect: string;
  readonly legendDot: string;
  readonly legendEdited: string;
  readonly keys: string;
  readonly keyList: readonly (readonly string[])[];
  readonly singleKeys: string;
  readonly grid: { readonly allow: string; readonly deny: string; readonly allowed: string };
}

/** What the signs of a grid mean and which keys it takes; single-key shortcuts can be switched off here (WCAG 2.1.4). */
@Component({
  selector: 'gh-grid-legend',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { role: 'group', '[attr.aria-label]': 'texts().legend' },
  template: `
    @let text = texts();
    <ul class="signs">
      <li>
        <span class="chip allow">✓ {{ text.grid.allow }}</span> {{ text.legendChip }}
      </li>
      <li><b aria-hidden="true">↓</b> {{ text.legendBelow }}</li>
      <li><b aria-hidden="true">=</b> {{ text.legendHere }}</li>
      <li>
        <span class="muted">✓ {{ text.grid.allowed }} · …</span> {{ text.legendEffect }}
      </li>
      <li><span class="dot" aria-hidden="true"></span> {{ text.legendDot }}</li>
      <li><span class="edited" aria-hidden="true"></span> {{ text.legendEdited }}</li>
    </ul>
    <ul class="keys" [attr.aria-label]="text.keys">
      @for (entry of text.keyList; track entry[0]) {
        <li [class.off]="!shortcuts.enabled() && $index > 2">
          <kbd>{{ entry[0] }}</kbd> {{ entry[1] }}
        </li>
      }
      <li>
        <label>
          <input
            type="checkbox"
            [checked]="shortcuts.enabled()"
            (change)="shortcuts.enable(!shortcuts.enabled())"
          />
          {{ text.singleKeys }}
        </label>
      </li>
    </ul>
  `,
  styles: `
    :host {
      display: grid;
      gap: var(--gh-space-2);
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
    ul {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: var(--gh-space-1) var(--gh-space-5);
    }
    .chip {
      padding: 0 0.4375rem;
      border: 1px solid currentColor;
      border-radius: 999px;
      background: var(--gh-success-soft);
      color: var(--gh-success);
      font-weight: 650;
    }
    .muted {
      font-size: 0.75rem;
    }
    .dot {
      display: inline-block;
      width: 0.4375rem;
      height: 0.4375rem;
      border-radius: 50%;
      background: var(--gh-accent);
    }
    .edited {
      display: inline-block;
      width: 1.25rem;
      height: 0.75rem;
      border-inline-start: 3px solid var(--gh-accent);
      background: var(--gh-accent-soft);
      vertical-align: middle;
    }
    .off {
      text-decoration: line-through;
    }
    kbd {
      padding: 0 0.375rem;
      border: 1px solid var(--gh-border);
      border-radius: 0.25rem;
      background: var(--gh-surface);
      font: 600 0.75rem/1.6 var(--gh-font);
    }
    label {
      display: inline-flex;
      align-items: center;
      gap: var(--gh-space-2);
      min-height: 1.75rem;
      color: var(--gh-text);
      cursor: pointer;
    }
    input {
      width: 1rem;
      height: 1rem;
      accent-color: var(--gh-accent);
    }
    @media (forced-colors: active) {
      .dot {
        background: CanvasText;
      }
    }
  `,
})
export class GridLegend {
  readonly texts = input.required<LegendTexts>();
  protected readonly shortcuts = inject(Shortcuts);
}
