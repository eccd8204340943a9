import { effect, inject, Injectable, signal } from '@angular/core';
import { type NavigationError, Router } from '@angular/router';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { Problem } from '@gatehouse/ui-data/problem';
import { Online } from '@gatehouse/ui-kit/online';

/**
 * What to do when a page of the console cannot be loaded.
 *
 * Usually a newer console has been deployed and the files of this one no longer exist: reloading loads the new one.
 * If it is the first page, reloading would not end; then the failure is shown. Without a network, the page that is shown stays, with what
 * was typed into it.
 */
@Injectable({ providedIn: 'root' })
export class PageLoading {
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly router = inject(Router);
  private readonly online = inject(Online).online;
  /** The network was missing when a page could not be loaded. */
  private readonly waits = signal(false);

  readonly problem = signal<Problem | undefined>(undefined);

  constructor() {
    effect(() => {
      if (!this.online() || !this.waits()) return;
      this.waits.set(false);
      this.problem.set(undefined);
      if (!this.router.navigated) this.location.reload();
    });
  }

  failed({ url }: NavigationError): void {
    if (this.online() && this.router.navigated) {
      this.location.open(this.deployment.consoleBase + url.replace(/^\//, ''));
      return;
    }
    this.waits.set(!this.online());
    this.problem.set(new Problem(0, 'The page could not be loaded.'));
  }
}
