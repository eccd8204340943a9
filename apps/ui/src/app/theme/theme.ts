import { remember, remembered } from '../language/remembered';

/** Light, dark, or what the system has. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'gatehouse.theme';

/** The theme that was chosen in this browser. */
export function rememberedTheme(): Theme {
  const theme = remembered(storageKey);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function rememberTheme(theme: Theme): void {
  remember(storageKey, theme);
}

/** Shows the page in a theme; the tokens of the kit follow this attribute. */
export function showTheme(theme: Theme, page: HTMLElement): void {
  if (theme === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = theme;
}
