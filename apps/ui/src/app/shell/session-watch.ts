import { DOCUMENT, inject, Injectable } from '@angular/core';
import { asProblem, BrowserLocation, Interruption, Session } from '@gatehouse/ui-data';

/**
 * Notices that the session of an open page has changed elsewhere: signed out or signed in as somebody else in another tab,
 * or ended while the computer slept.
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
      // Back after signing out brings the old page from the browser's memory, with everything that was on it.
      if (event.persisted) this.location.reload();
    });
  }

  private async look(): Promise<void> {
    if (this.interruption.active()) return;
    try {
      const found = await this.session.check();
      if (found === 'somebody-else') this.location.reload();
      if (found === 'ended') await this.interruption.signInAgain();
    } catch (thrown) {
      // Without an answer nothing is known; the next request of the page will tell.
      asProblem(thrown);
    }
  }
}
