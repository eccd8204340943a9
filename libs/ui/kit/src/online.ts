import { DOCUMENT, inject, Injectable, signal } from '@angular/core';

/** Whether the browser has a network. */
@Injectable({ providedIn: 'root' })
export class Online {
  private readonly state = signal(true);
  readonly online = this.state.asReadonly();

  constructor() {
    const window = inject(DOCUMENT).defaultView;
    this.state.set(window?.navigator.onLine ?? true);
    window?.addEventListener('online', () => this.state.set(true));
    window?.addEventListener('offline', () => this.state.set(false));
  }
}
