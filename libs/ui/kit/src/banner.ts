import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { Icon } from './icon';
import { alertIcon, checkIcon, infoIcon } from './icons';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const icons = { info: infoIcon, success: checkIcon, warning: alertIcon, danger: alertIcon };

/**
 * A message about its page or form, empty until there is a message.
 *
 * The element itself is the live region and exists from the beginning: assistive technology announces what appears in
 * a region, not a region that appears. Errors interrupt, other messages wait for a pause.
 */
@Component({
  selector: 'gh-banner',
  imports: [Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    'aria-atomic': 'true',
    '[attr.aria-live]': 'urgent() ? "assertive" : "polite"',
  },
  template: `
    @if (message()) {
      <div class="banner" [class]="tone()">
        <gh-icon [shape]="icon()" />
        <div class="text">
          <p>{{ message() }}</p>
          <ng-content />
        </div>
      </div>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    /* Without a message it takes no space and no grid gap; removed from the page, it would not announce. */
    :host(:not(:has(*))) {
      position: absolute;
    }
    .banner {
      display: flex;
      gap: var(--gh-space-3);
      padding: var(--gh-space-3) var(--gh-space-4);
      border: 1px solid currentColor;
      border-radius: var(--gh-radius);
    }
    .text {
      flex: 1;
      min-width: 0;
      color: var(--gh-text);
    }
    @media (width < 30rem) {
      .banner {
        gap: var(--gh-space-2);
        padding: var(--gh-space-2) var(--gh-space-3);
      }
    }
    .info {
      background: var(--gh-accent-soft);
      color: var(--gh-accent);
    }
    .success {
      background: var(--gh-success-soft);
      color: var(--gh-success);
    }
    .warning {
      background: var(--gh-warning-soft);
      color: var(--gh-warning);
    }
    .danger {
      background: var(--gh-danger-soft);
      color: var(--gh-danger);
    }
  `,
})
export class Banner {
  readonly tone = input<BannerTone>('info');
  readonly message = input.required<string>();

  protected readonly icon = computed(() => icons[this.tone()]);
  protected readonly urgent = computed(() => this.tone() === 'danger' || this.tone() === 'warning');
}
