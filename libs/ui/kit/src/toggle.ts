import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { CHANGES_REFUSED } from './changes-refused';

/** A switch that takes effect immediately. While it is busy, presses are ignored and the focus is kept. */
@Component({
  selector: 'gh-toggle',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <button
      type="button"
      role="switch"
      [attr.aria-checked]="checked()"
      [attr.aria-busy]="busy() || null"
      [attr.aria-disabled]="!isReady() || null"
      [attr.title]="refused() || null"
      (click)="press()"
    >
      <span class="track" aria-hidden="true"><span class="knob"></span></span>
      <span>{{ label() }}</span>
    </button>
  `,
  styles: `
    button {
      display: inline-flex;
      align-items: center;
      gap: var(--gh-space-3);
      min-height: var(--gh-target);
      padding: 0;
      border: 0;
      border-radius: var(--gh-radius-small);
      background: transparent;
      text-align: start;
      cursor: pointer;
    }
    .track {
      flex: none;
      width: 2.25rem;
      height: 1.25rem;
      padding: 2px;
      border: 1px solid var(--gh-border-control);
      border-radius: 1rem;
      background: var(--gh-surface-sunken);
    }
    .knob {
      display: block;
      width: calc(1.25rem - 6px);
      height: 100%;
      border-radius: 50%;
      background: var(--gh-border-control);
      transition: translate 120ms ease;
    }
    [aria-checked='true'] .track {
      border-color: var(--gh-accent);
      background: var(--gh-accent);
    }
    [aria-checked='true'] .knob {
      background: var(--gh-on-accent);
      translate: 1rem 0;
    }
    [aria-disabled] {
      color: var(--gh-text-muted);
      cursor: default;
    }
    @media (forced-colors: active) {
      .knob {
        background: ButtonText;
        forced-color-adjust: none;
      }
    }
  `,
})
export class Toggle {
  readonly label = input.required<string>();
  readonly checked = input.required<boolean>();
  readonly disabled = input(false);
  readonly busy = input(false);
  /** The requested state. */
  readonly changed = output<boolean>();

  protected readonly refused = inject(CHANGES_REFUSED);
  protected readonly isReady = computed(() => !this.disabled() && !this.busy() && this.refused() === '');

  protected press(): void {
    if (this.isReady()) this.changed.emit(!this.checked());
  }
}
