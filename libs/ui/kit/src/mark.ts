import { ChangeDetectionStrategy, Component } from '@angular/core';

/** The product's mark: a gatehouse with its gate. The name is next to it as text. */
@Component({
  selector: 'gh-mark',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="ground" width="32" height="32" rx="8" />
      <path class="house" d="M7 7h4v3h3V7h4v3h3V7h4v18h-5v-5.5a4 4 0 0 0-8 0V25H7Z" />
    </svg>
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
    svg {
      width: var(--gh-mark-size, 2rem);
      height: var(--gh-mark-size, 2rem);
      forced-color-adjust: none;
    }
    .ground {
      fill: #3b4cca;
    }
    .house {
      fill: #ffffff;
    }
  `,
})
export class Mark {}
