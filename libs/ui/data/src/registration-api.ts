import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** A submitted registration. */
export interface Registration {
  readonly user_name: string;
  readonly email: string;
  readonly password: string;
}

/** A registration that is not completed. It has links for the decision after its email address is confirmed. */
export interface PendingRegistration {
  readonly user_name: string;
  readonly email: string;
  /** ISO 8601. */
  readonly submitted_at: string;
  readonly approve_url: string | null;
  readonly decline_url: string | null;
}

/** Self-registration of users. Reference: registration-and-links#operations */
@Injectable({ providedIn: 'root' })
export class RegistrationApi {
  private readonly api = inject(ApiClient);

  async submit(registration: Registration): Promise<void> {
    await this.api.post('/register/users', { body: registration, unauthorized: 'problem' });
  }

  /** Requests the mail with the link again; `email` must be that of the registration, except for administrators. */
  async resend(userName: string, email: string): Promise<void> {
    await this.api.post('/register/users/{submitted_name}/resend', {
      path: { submitted_name: userName },
      body: { email },
      unauthorized: 'problem',
    });
  }

  /** A registration that is not completed. For administrators. */
  async pending(userName: string): Promise<PendingRegistration> {
    const path = { registration_name: userName };
    return (await this.api.get('/register/users/{registration_name}', { path, unauthorized: 'problem' }))
      .registration;
  }
}
