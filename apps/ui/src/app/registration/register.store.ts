import { inject, Injectable, signal } from '@angular/core';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';
import { type Registration, RegistrationApi } from '@gatehouse/ui-data/registration-api';

/** A registration: the request in progress, why it was refused, and the recipient of the mail. */
@Injectable()
export class RegisterStore {
  private readonly api = inject(RegistrationApi);

  readonly busy = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  /** What was submitted, without the password, once it has been accepted. */
  readonly submitted = signal<Pick<Registration, 'user_name' | 'email'> | undefined>(undefined);
  /** How often the mail was sent again. */
  readonly resent = signal(0);

  /** One request at a time. */
  async submit(registration: Registration): Promise<void> {
    const { user_name, email } = registration;
    await this.run(async () => {
      await this.api.submit(registration);
      this.submitted.set({ user_name, email });
    });
  }

  async resend(): Promise<void> {
    const submitted = this.submitted();
    if (!submitted) return;
    await this.run(async () => {
      await this.api.resend(submitted.user_name, submitted.email);
      this.resent.update((times) => times + 1);
    });
  }

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
