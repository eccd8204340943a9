import { DOCUMENT, ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { Banner } from '@gatehouse/ui-kit/banner';
import { Button } from '@gatehouse/ui-kit/button';
import { Icon } from '@gatehouse/ui-kit/icon';
import { searchIcon } from '@gatehouse/ui-kit/icons';
import { translations } from '../language/translations';
import { Palette } from '../palette/palette';
import { SearchShortcut } from '../navigation/search-shortcut';
import { shellTexts } from './shell.texts';

/** The button in the frame, and the shortcut, that open the command palette. The palette is loaded when the browser is idle. */
@Component({
  selector: 'gh-search-entry',
  imports: [Banner, Button, Icon, Palette],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(document:keydown)': 'press($event)' },
  template: `
    <button
      ghButton
      type="button"
      class="entry"
      aria-haspopup="dialog"
      [attr.aria-label]="t('search')"
      [attr.aria-keyshortcuts]="shortcut.enabled() ? shortcut.ariaKeys : null"
      [attr.title]="t('search')"
      (click)="open.set(true)"
    >
      <gh-icon [shape]="searchIcon" />
      <span class="word" aria-hidden="true">{{ t('searchShort') }}</span>
      @if (shortcut.enabled()) {
        <kbd aria-hidden="true" [attr.data-keys]="shortcut.keys"></kbd>
      }
    </button>
    @defer (when open(); prefetch on idle) {
      @if (open()) {
        <gh-palette (closed)="open.set(false)" />
      }
    } @error {
      <gh-banner tone="danger" [message]="open() ? t('searchNotLoaded') : ''" />
    }
  `,
  styles: `
    :host {
      display: flex;
      min-width: 0;
    }
    button.entry {
      min-width: 0;
      padding-inline: var(--gh-space-3);
      border-color: var(--gh-border);
      color: var(--gh-text-muted);
      font-weight: 400;
    }
    .word {
      min-width: 8rem;
      overflow: hidden;
      text-align: start;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    kbd {
      flex: none;
      padding: 0 0.375rem;
      border: 1px solid var(--gh-border);
      border-radius: 0.25rem;
      font: 600 0.75rem/1.6 var(--gh-font);
      white-space: nowrap;
    }
    /* Not part of the label, which the name of the button has to contain. WCAG 2.5.3 */
    kbd::before {
      content: attr(data-keys);
    }
    @media (width < 40rem) {
      button.entry {
        border-color: transparent;
        color: var(--gh-text);
      }
      .word,
      kbd {
        display: none;
      }
    }
  `,
})
export class SearchEntry {
  protected readonly shortcut = inject(SearchShortcut);
  protected readonly t = translations(shellTexts);
  protected readonly searchIcon = searchIcon;
  protected readonly open = signal(false);
  private readonly document = inject(DOCUMENT);

  protected press(event: Event): void {
    if (!(event instanceof KeyboardEvent) || !this.shortcut.matches(event)) return;
    event.preventDefault();
    // A dialog that requires an answer remains in front.
    if (!this.document.querySelector('dialog[open]')) this.open.set(true);
  }
}
