/** Preferences stored in this browser, such as the theme. Browsers may refuse storage: then nothing is stored. */
export function storedPreference(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storePreference(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The preference applies until the page is closed.
  }
}
