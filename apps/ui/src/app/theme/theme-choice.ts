import { DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { rememberedTheme, rememberTheme, showTheme, type Theme } from './theme';

/** The theme of the console, which can be changed while it is open. */
@Injectable({ providedIn: 'root' })
export class ThemeChoice {
  private readonly page = inject(DOCUMENT).documentElement;
  private readonly chosen = signal(rememberedTheme());

  readonly theme = this.chosen.asReadonly();

  choose(theme: Theme): void {
    this.chosen.set(theme);
    rememberTheme(theme);
    showTheme(theme, this.page);
  }
}
