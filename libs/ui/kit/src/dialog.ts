import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  input,
  output,
  viewChild,
} from '@angular/core';
import { Banner } from './banner';
import { KIT_TEXTS } from './kit-texts';
import { Online } from './online';

let dialogs = 0;

/**
 * A question that must be answered before work continues.
 *
 * It is the browser's own modal dialog: the page behind cannot be reached by pointer, keyboard or assistive technology, and
 * the focus returns to where it was. Escape and similar actions request to leave; the owner decides by removing it from the page.
 * Without a network it explains why nothing can be saved: the notice of the page is behind it.
 */
@Component({
  selector: 'gh-dialog',
  imports: [Banner],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <dialog #dialog [attr.aria-labelledby]="id" (cancel)="refuse($event)">
      <h2 #headingElement [attr.id]="id" [class.visually-hidden]="headingHidden()">{{ heading() }}</h2>
      <ng-content />
      <gh-banner tone="warning" [message]="offline()" />
    </dialog>
  `,
  styles: `
    dialog {
      width: min(var(--gh-dialog-width, 26rem), calc(100vw - 2 * var(--gh-space-4)));
      max-height: calc(100dvh - 2 * var(--gh-space-4));
      margin: var(--gh-dialog-margin, auto);
      padding: var(--gh-dialog-padding, var(--gh-space-5));
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius-large);
      background: var(--gh-surface);
      color: var(--gh-text);
      box-shadow: var(--gh-shadow-raised);
    }
    dialog::backdrop {
      background: var(--gh-backdrop);
    }
    h2 {
      outline: none;
      font-size: 1.25rem;
      font-weight: 600;
    }
    gh-banner:has(*) {
      margin-block-start: var(--gh-space-4);
    }
  `,
})
export class Dialog {
  readonly heading = input.required<string>();
  /** For dialogs whose purpose is visible without a heading, which then only names the dialog. */
  readonly headingHidden = input(false);
  /** For dialogs that are read before they are answered: the initial focus is on the heading instead of the first control. */
  readonly focusHeading = input(false);
  /** The user tries to close it without an answer. */
  readonly cancelled = output();

  protected readonly id = `gh-dialog-${++dialogs}`;
  private readonly online = inject(Online).online;
  private readonly text = inject(KIT_TEXTS);
  protected readonly offline = computed(() =>
    this.online() || this.headingHidden() ? '' : this.text().offline,
  );
  private readonly headingElement = viewChild.required<ElementRef<HTMLElement>>('headingElement');
  private readonly dialog = viewChild.required<ElementRef<HTMLDialogElement>>('dialog');

  constructor() {
    effect((onCleanup) => {
      const dialog = this.dialog().nativeElement;
      dialog.showModal();
      if (this.focusHeading()) focusReadable(this.headingElement().nativeElement);
      // Closing restores the focus; a dialog that is merely removed loses it.
      onCleanup(() => dialog.close());
    });
  }

  protected refuse(event: Event): void {
    event.preventDefault();
    this.cancelled.emit();
  }
}

/** Moves the focus to an element that is read and not operated. */
function focusReadable(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus();
}
