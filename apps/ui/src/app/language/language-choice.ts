import { DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { type Language, LOCALE, type Locale, localeIn, storeLanguage } from './language';

/**
 * The language of the console: the reader's choice, otherwise that of the browser. It can be changed
 * while the console is open.
 */
@Injectable({ providedIn: 'root' })
export class LanguageChoice {
  private readonly document = inject(DOCUMENT);
  private readonly chosen = signal<Locale>(inject(LOCALE));

  readonly locale = this.chosen.asReadonly();

  /** Takes a language for all texts, numbers and dates from now on, and stores it in this browser. */
  choose(language: Language): void {
    storeLanguage(language);
    this.chosen.set(localeIn(language));
    this.document.documentElement.lang = language;
  }
}
