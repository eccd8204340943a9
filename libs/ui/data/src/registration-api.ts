import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** What a person registers with. */
export interface Registration {
  readonly user_name: string;
  readonly email: string;
  readonly password: string;
}

/** A registration that is not completed; the links to decide about it are there once its email address is confirmed. */
export interface PendingRegistration {
  readonly user_name: string;
  readonly email: string;
  readonly approve_url: string | null;
  readonly decline_url: string | null;
}

/** Registrations that people submit themselves. Reference: registration#operations */
@Injectable({ providedIn: 'root' })
export class RegistrationApi {
  private readonly api = inject(ApiClient);

  async submit(registration: Registration): Promise<void> {
    await this.api.post('/register/users', { body: registration, unauthorized: 'problem' });
  }

  /** Has the mail with the link sent again; `email` has to be that of the registration, but for administrators. */
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
