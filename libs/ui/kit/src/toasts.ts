import { LiveAnnouncer } from '@angular/cdk/a11y';
import { ChangeDetectionStrategy, Component, inject, Injectable, signal } from '@angular/core';
import { Button } from './button';
import { Icon } from './icon';
import { checkIcon, closeIcon } from './icons';
import { KIT_TEXTS } from './kit-texts';

interface Toast {
  readonly id: number;
  readonly text: string;
}

/** Milliseconds for which a message is shown; it can be closed before. Errors are never shown only here. */
const DURATION_MS = 8_000;

/** Shows what has been done, over the page and to assistive technology. */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly announcer = inject(LiveAnnouncer);
  private readonly list = signal<readonly Toast[]>([]);
  private last = 0;

  readonly shown = this.list.asReadonly();

  show(text: string): void {
    const id = ++this.last;
    this.list.update((toasts) => [...toasts.slice(-2), { id, text }]);
    void this.announcer.announce(text, 'polite');
    setTimeout(() => this.close(id), DURATION_MS);
  }

  close(id: number): void {
    this.list.update((toasts) => toasts.filter((toast) => toast.id !== id));
  }
}

/** Shows the messages; one in the frame of the application. */
@Component({
  selector: 'gh-toasts',
  imports: [Button, Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (toast of toasts.shown(); track toast.id) {
      <div class="toast">
        <gh-icon [shape]="checkIcon" />
        <span>{{ toast.text }}</span>
        <button
          ghButton
          look="quiet"
          type="button"
          [attr.aria-label]="text().close"
          (click)="toasts.close(toast.id)"
        >
          <gh-icon [shape]="closeIcon" />
        </button>
      </div>
    }
  `,
  styles: `
    :host {
      position: fixed;
      inset-block-end: var(--gh-space-4);
      inset-inline: var(--gh-space-4);
      z-index: 5;
      display: grid;
      justify-items: center;
      gap: var(--gh-space-2);
      pointer-events: none;
    }
    .toast {
      display: flex;
      align-items: center;
      gap: var(--gh-space-2);
      max-width: 32rem;
      padding: var(--gh-space-1) var(--gh-space-2) var(--gh-space-1) var(--gh-space-4);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius);
      background: var(--gh-surface);
      box-shadow: var(--gh-shadow-raised);
      pointer-events: auto;
    }
    .toast > gh-icon {
      color: var(--gh-success);
    }
  `,
})
export class ToastList {
  protected readonly toasts = inject(Toasts);
  protected readonly text = inject(KIT_TEXTS);
  protected readonly checkIcon = checkIcon;
  protected readonly closeIcon = closeIcon;
}
