import { inject, Injectable, signal } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { type Link, type LinkOutcome, LinksApi } from '@gatehouse/ui-data/links-api';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';

/** The one-time link in the address of the page: its effect and its result. */
@Injectable()
export class LinkStore {
  private readonly api = inject(LinksApi);
  private readonly token = inject(BrowserLocation).lastSegment;

  readonly link = signal<Link | undefined>(undefined);
  readonly outcome = signal<LinkOutcome | undefined>(undefined);
  readonly busy = signal(false);
  /** Why the link cannot be shown or, once it is shown, why it could not be used. */
  readonly problem = signal<Problem | undefined>(undefined);

  async load(): Promise<void> {
    await this.run(async () => this.link.set(await this.api.describe(this.token)));
  }

  async use(password?: string): Promise<void> {
    await this.run(async () => this.outcome.set(await this.api.use(this.token, password)));
  }

  /** One request at a time. */
  private async run(request: () => Promise<void>): Promise<void> {
    if (this.busy()) return;
    this.busy.set(true);
    this.problem.set(undefined);
    try {
      await request();
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    } finally {
      this.busy.set(false);
    }
  }
}
