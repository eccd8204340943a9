import { LiveAnnouncer } from '@angular/cdk/a11y';
import { ChangeDetectionStrategy, Component, ElementRef, inject, Injectable, signal } from '@angular/core';
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
/** Milliseconds more for each character beyond those of a short sentence. */
const MORE_PER_CHARACTER_MS = 60;
const SHORT = 60;
/** Messages that are shown at the same time. */
const MAX_TOASTS = 3;

/** Shows what has been done, over the page and to assistive technology. */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly announcer = inject(LiveAnnouncer);
  private readonly list = signal<readonly Toast[]>([]);
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private isHeld = false;
  private last = 0;

  readonly shown = this.list.asReadonly();

  /** Shows a message. The same message again replaces the one that is shown. */
  show(text: string): void {
    const toast = { id: ++this.last, text };
    // Not read: an effect that shows a message must not follow the messages.
    this.list.update((shown) => [...shown.filter((one) => one.text !== text).slice(1 - MAX_TOASTS), toast]);
    void this.announcer.announce(text, 'polite');
    if (!this.isHeld) this.startTimer(toast);
  }

  close(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.list.update((toasts) => toasts.filter((toast) => toast.id !== id));
  }

  /** Keeps all messages while the pointer or the focus is on them; afterwards their time begins again. */
  hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    if (!isHeld) for (const toast of this.list()) this.startTimer(toast);
  }

  private startTimer({ id, text }: Toast): void {
    const duration = DURATION_MS + Math.max(0, text.length - SHORT) * MORE_PER_CHARACTER_MS;
    this.timers.set(
      id,
      setTimeout(() => this.close(id), duration),
    );
  }
}

/**
 * Shows the messages; one in the frame of the application. They are in the lower corner at the beginning of lines: the controls of
 * rows and forms are at their end. The list is a region that is found without the pointer; the messages are announced by themselves.
 */
@Component({
  selector: 'gh-toasts',
  imports: [Button, Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    role: 'region',
    '[attr.aria-label]': 'text().messages',
    '[attr.hidden]': 'toasts.shown().length === 0 ? "" : null',
    '(mouseenter)': 'point(true)',
    '(mouseleave)': 'point(false)',
    '(focusin)': 'enter($event)',
    '(focusout)': 'leave($event)',
  },
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
          (click)="close(toast.id)"
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
      inset-inline-start: var(--gh-space-4);
      z-index: 5;
      display: grid;
      justify-items: start;
      gap: var(--gh-space-2);
      max-width: calc(100vw - 2 * var(--gh-space-4));
      pointer-events: none;
    }
    :host([hidden]) {
      display: none;
    }
    .toast {
      display: flex;
      align-items: center;
      gap: var(--gh-space-2);
      max-width: min(24rem, 100%);
      padding: var(--gh-space-1) var(--gh-space-2) var(--gh-space-1) var(--gh-space-4);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius);
      background: var(--gh-surface);
      box-shadow: var(--gh-shadow-raised);
      overflow-wrap: anywhere;
      pointer-events: auto;
    }
    .toast > span {
      flex: 1;
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
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private isPointed = false;
  private isFocused = false;
  /** Where the focus was before it moved to the messages. */
  private origin: HTMLElement | undefined;

  protected point(isPointed: boolean): void {
    this.isPointed = isPointed;
    this.toasts.hold(this.isPointed || this.isFocused);
  }

  protected enter({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof HTMLElement && !this.host.contains(relatedTarget))
      this.origin = relatedTarget;
    this.isFocused = true;
    this.toasts.hold(true);
  }

  protected leave({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && this.host.contains(relatedTarget)) return;
    this.isFocused = false;
    this.toasts.hold(this.isPointed);
  }

  /** The focus returns from a message that is closed to where it was. */
  protected close(id: number): void {
    const hadFocus = this.host.contains(document.activeElement);
    this.toasts.close(id);
    if (this.toasts.shown().length === 0) this.isPointed = false;
    if (hadFocus && this.origin?.isConnected) this.origin.focus();
    else if (this.toasts.shown().length === 0) this.toasts.hold(false);
  }
}
