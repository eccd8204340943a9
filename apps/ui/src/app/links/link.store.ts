import { inject, Injectable, signal } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { type Link, type LinkOutcome, LinksApi } from '@gatehouse/ui-data/links-api';
import { Action } from '../page-parts/action';

/** The one-time link in the address of the page: its effect and its result. */
@Injectable()
export class LinkStore {
  private readonly api = inject(LinksApi);
  private readonly token = inject(BrowserLocation).lastSegment;
  private readonly request = new Action();

  readonly link = signal<Link | undefined>(undefined);
  readonly outcome = signal<LinkOutcome | undefined>(undefined);
  readonly busy = this.request.busy;
  /** Why the link cannot be shown or, once it is shown, why it could not be used. */
  readonly problem = this.request.problem;

  async load(): Promise<void> {
    await this.request.run(async () => this.link.set(await this.api.describe(this.token)));
  }

  async use(password?: string): Promise<void> {
    await this.request.run(async () => this.outcome.set(await this.api.use(this.token, password)));
  }

  /** Clears the problem of the last request. */
  clearProblem(): void {
    this.request.reset();
  }
}
