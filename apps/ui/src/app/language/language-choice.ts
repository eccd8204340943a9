import { DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { type Language, LOCALE, type Locale, localeIn, rememberLanguage } from './language';

/**
 * The language of the console: the reader's choice, otherwise that of the browser. It can be changed
 * while the console is open.
 */
@Injectable({ providedIn: 'root' })
export class LanguageChoice {
  private readonly document = inject(DOCUMENT);
  private readonly chosen = signal<Locale>(inject(LOCALE));

  readonly locale = this.chosen.asReadonly();

  /** Takes a language for all texts, numbers and dates from now on, and remembers it in this browser. */
  choose(language: Language): void {
    rememberLanguage(language);
    this.chosen.set(localeIn(language));
    this.document.documentElement.lang = language;
  }
}
