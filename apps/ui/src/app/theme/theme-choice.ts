import { DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { storedTheme, storeTheme, showTheme, type Theme } from './theme';

/** The theme of the console, which can be changed while it is open. */
@Injectable({ providedIn: 'root' })
export class ThemeChoice {
  private readonly page = inject(DOCUMENT).documentElement;
  private readonly chosen = signal(storedTheme());

  readonly theme = this.chosen.asReadonly();

  choose(theme: Theme): void {
    this.chosen.set(theme);
    storeTheme(theme);
    showTheme(theme, this.page);
  }
}
