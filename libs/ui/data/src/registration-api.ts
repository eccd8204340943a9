import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** What a person registers with. */
export interface Registration {
  readonly user_name: string;
  readonly email: string;
  readonly password: string;
}

/** Registrations that people submit themselves. Reference: registration#submitting */
@Injectable({ providedIn: 'root' })
export class RegistrationApi {
  private readonly api = inject(ApiClient);

  async submit(registration: Registration): Promise<void> {
    await this.api.post('register/users', registration, { unauthorized: 'problem' });
  }

  /** Has the mail with the confirmation link sent again. */
  async resend(userName: string): Promise<void> {
    const path = `register/users/${encodeURIComponent(userName)}/resend`;
    await this.api.post(path, undefined, { unauthorized: 'problem' });
  }
}
