import { inject, Injectable, signal } from '@angular/core';
import { BrowserLocation, decodedSegment } from '@gatehouse/ui-data/browser-location';
import { LinksApi } from '@gatehouse/ui-data/links-api';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';
import { type PendingRegistration, RegistrationApi } from '@gatehouse/ui-data/registration-api';

export type Decision = 'approve' | 'decline';

/** The registration in the address of the page, and what an administrator does with it. */
@Injectable()
export class PendingStore {
  private readonly registrations = inject(RegistrationApi);
  private readonly links = inject(LinksApi);
  private readonly userName = inject(BrowserLocation).lastSegment;

  readonly registration = signal<PendingRegistration | undefined>(undefined);
  /** The request in progress. */
  readonly busy = signal<Decision | 'load' | 'resend' | undefined>(undefined);
  readonly decided = signal<Decision | undefined>(undefined);
  readonly resent = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);

  async load(): Promise<void> {
    await this.run('load', async () =>
      this.registration.set(await this.registrations.pending(this.userName)),
    );
  }

  /** Uses the link that an administrator has in a mail. */
  async decide(decision: Decision): Promise<void> {
    const registration = this.registration();
    const address = decision === 'approve' ? registration?.approve_url : registration?.decline_url;
    if (!address) return;
    await this.run(decision, async () => {
      await this.links.use(decodedSegment(new URL(address).pathname));
      this.decided.set(decision);
    });
  }

  async resend(): Promise<void> {
    const registration = this.registration();
    if (!registration) return;
    await this.run('resend', async () => {
      await this.registrations.resend(registration.user_name, registration.email);
      this.resent.set(true);
    });
  }

  /** One request at a time. */
  private async run(what: Decision | 'load' | 'resend', request: () => Promise<void>): Promise<void> {
    if (this.busy()) return;
    this.busy.set(what);
    this.problem.set(undefined);
    this.resent.set(false);
    try {
      await request();
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    } finally {
      this.busy.set(undefined);
    }
  }
}
