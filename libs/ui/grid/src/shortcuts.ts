import { DOCUMENT, inject, Injectable, signal } from '@angular/core';

const KEY = 'gatehouse.grid.shortcuts';

/** Whether single keys edit a grid. The browser stores the choice. */
@Injectable({ providedIn: 'root' })
export class Shortcuts {
  private readonly storage = storageOf(inject(DOCUMENT).defaultView);
  private readonly state = signal(this.storage?.getItem(KEY) !== 'off');

  readonly enabled = this.state.asReadonly();

  enable(enabled: boolean): void {
    this.state.set(enabled);
    this.storage?.setItem(KEY, enabled ? 'on' : 'off');
  }
}

/** The storage of the browser, unless the reader has switched it off. */
function storageOf(window: Window | null): Storage | undefined {
  try {
    return window?.localStorage;
  } catch {
    return undefined;
  }
}
