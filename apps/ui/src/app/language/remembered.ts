/** What this browser remembers for the reader, such as the theme. Browsers may refuse storage: then nothing is remembered. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds for this visit.
  }
}
