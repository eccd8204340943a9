import { storePreference, storedPreference } from '../language/stored-preference';

/** Light, dark, or what the system has. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'gatehouse.theme';

/** The theme that was chosen in this browser. */
export function storedTheme(): Theme {
  const theme = storedPreference(storageKey);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function storeTheme(theme: Theme): void {
  storePreference(storageKey, theme);
}

/** Shows the page in a theme; the tokens of the kit follow this attribute. */
export function showTheme(theme: Theme, page: HTMLElement): void {
  if (theme === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = theme;
}
