import { inject, Injectable, signal } from '@angular/core';
import { type NavigationError, Router } from '@angular/router';
import { BrowserLocation, Deployment, Problem } from '@gatehouse/ui-data';

/**
 * What to do when a page of the console cannot be loaded.
 *
 * Usually a newer console has been deployed and the files of this one no longer exist: reloading loads the new one.
 * If it is the first page, reloading would not end; then the failure is shown.
 */
@Injectable({ providedIn: 'root' })
export class PageLoading {
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly router = inject(Router);

  readonly problem = signal<Problem | undefined>(undefined);

  failed({ url }: NavigationError): void {
    if (this.router.navigated) this.location.open(this.deployment.consoleBase + url.replace(/^\//, ''));
    else this.problem.set(new Problem(0, 'The page could not be loaded.'));
  }
}
