import { DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { storePreference, storedPreference } from '../language/stored-preference';

const KEY = 'gatehouse.search.shortcut';

/** The keyboard shortcut of the search: Cmd-K on Apple devices, Ctrl-K elsewhere. It can be disabled; the browser stores that. */
@Injectable({ providedIn: 'root' })
export class SearchShortcut {
  private readonly state = signal(storedPreference(KEY) !== 'off');
  private readonly isApple = /Mac OS X|iPhone|iPad/.test(
    inject(DOCUMENT).defaultView?.navigator.userAgent ?? '',
  );

  readonly enabled = this.state.asReadonly();
  /** As printed on the keys. */
  readonly keys = this.isApple ? '⌘ K' : 'Ctrl K';
  /** For `aria-keyshortcuts`. */
  readonly ariaKeys = this.isApple ? 'Meta+K' : 'Control+K';

  enable(enabled: boolean): void {
    this.state.set(enabled);
    storePreference(KEY, enabled ? 'on' : 'off');
  }

  /** Whether a key press is the shortcut. On keyboards with another script, the position of the key counts. */
  matches({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    if (!this.state() || altKey || shiftKey) return false;
    const modified = this.isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
    return modified && isK;
  }
}
