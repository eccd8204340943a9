import { inject, Injectable, signal } from '@angular/core';
import { type Registration, RegistrationApi } from '@gatehouse/ui-data/registration-api';
import { Action } from '../page-parts/action';

/** A registration: the request in progress, why it was refused, and the recipient of the mail. */
@Injectable()
export class RegisterStore {
  private readonly api = inject(RegistrationApi);
  private readonly request = new Action();

  readonly busy = this.request.busy;
  readonly problem = this.request.problem;
  /** What was submitted, without the password, once it has been accepted. */
  readonly submitted = signal<Pick<Registration, 'user_name' | 'email'> | undefined>(undefined);
  /** How often the mail was sent again. */
  readonly resent = signal(0);

  /** One request at a time. */
  async submit(registration: Registration): Promise<void> {
    const { user_name, email } = registration;
    await this.request.run(async () => {
      await this.api.submit(registration);
      this.submitted.set({ user_name, email });
    });
  }

  async resend(): Promise<void> {
    const submitted = this.submitted();
    if (!submitted) return;
    await this.request.run(async () => {
      await this.api.resend(submitted.user_name, submitted.email);
      this.resent.update((times) => times + 1);
    });
  }

  /** Clears the problem of the last request. */
  clearProblem(): void {
    this.request.reset();
  }
}
