import { DOCUMENT, inject, Injectable } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Interruption } from '@gatehouse/ui-data/interruption';
import { asProblem } from '@gatehouse/ui-data/problem';
import { Session } from '@gatehouse/ui-data/session';

/**
 * Detects that the session of an open page has changed: signed out or signed in as another user in another tab,
 * or expired while the computer was suspended.
 */
@Injectable({ providedIn: 'root' })
export class SessionWatch {
  private readonly document = inject(DOCUMENT);
  private readonly session = inject(Session);
  private readonly interruption = inject(Interruption);
  private readonly location = inject(BrowserLocation);

  start(): void {
    this.document.addEventListener('visibilitychange', () => {
      if (this.document.visibilityState === 'visible') void this.look();
    });
    this.document.defaultView?.addEventListener('pageshow', (event) => {
      // After signing out, Back restores the old page from the back/forward cache with its content.
      if (event.persisted) this.location.reload();
    });
  }

  private async look(): Promise<void> {
    if (this.interruption.active()) return;
    const signInsBefore = this.interruption.signIns;
    try {
      const found = await this.session.check();
      if (found === 'other-user') this.location.reload();
      if (found === 'ended') await this.interruption.signInAgain(signInsBefore);
    } catch (thrown) {
      // Without a reply the state is unknown; the next request of the page will show it.
      asProblem(thrown);
    }
  }
}
