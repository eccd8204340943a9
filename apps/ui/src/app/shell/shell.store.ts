import { inject, Injectable, signal } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';
import { Session } from '@gatehouse/ui-data/session';

/** Signing out. */
@Injectable()
export class ShellStore {
  private readonly session = inject(Session);
  private readonly deployment = inject(Deployment);
  private readonly location = inject(BrowserLocation);

  readonly signingOut = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);

  /** Ends the session and opens the sign-in page, which drops all loaded data of the user. */
  async signOut(): Promise<void> {
    this.signingOut.set(true);
    this.problem.set(undefined);
    try {
      await this.session.signOut();
      this.location.open(`${this.deployment.consoleBase}login`);
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    } finally {
      this.signingOut.set(false);
    }
  }
}
