import { computed, inject, Injectable, signal } from '@angular/core';
import { asProblem, BrowserLocation, Deployment, type Problem, Session } from '@gatehouse/ui-data';
import { navigationItems } from './navigation';

/** What surrounds every page: who is signed in, where they can go, and signing out. */
@Injectable()
export class ShellStore {
  private readonly session = inject(Session);
  private readonly deployment = inject(Deployment);
  private readonly location = inject(BrowserLocation);

  readonly userName = computed(() => this.session.user()?.user_name ?? '');
  readonly navigationItems = computed(() =>
    navigationItems
      .filter(({ audience }) => audience === 'everyone' || this.session.isAdministrator())
      .map(({ label, icon, to }) => ({
        label,
        icon,
        route: 'route' in to ? to.route : undefined,
        address: 'api' in to ? this.deployment.apiRoot + to.api : undefined,
      })),
  );
  readonly signingOut = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);

  /** Ends the session and leaves for the sign-in page, which drops all that was loaded for this person. */
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
