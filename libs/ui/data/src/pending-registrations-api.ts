import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type RegistrationDetail = Schema<'RegistrationDto'>;

/** Registrations that are not completed, as administrators decide about them. */
@Injectable({ providedIn: 'root' })
export class PendingRegistrationsApi {
  private readonly api = inject(ApiClient);

  async list(): Promise<readonly RegistrationDetail[]> {
    const { registrations } = await this.api.get('/register/users');
    return Promise.all(registrations.map((name) => this.get(name)));
  }

  async get(registration_name: string): Promise<RegistrationDetail> {
    const path = { registration_name };
    return (await this.api.get('/register/users/{registration_name}', { path })).registration;
  }

  /** Approves or declines, by the link that administrators also receive in a mail; the registrant is notified by mail. */
  async decide(link: string): Promise<void> {
    const token = decodeURIComponent(new URL(link).pathname.split('/').at(-1) ?? '');
    await this.api.post('/tmp/{token}', { path: { token }, body: {} });
  }

  async resend({ user_name, email }: RegistrationDetail): Promise<void> {
    const path = { submitted_name: user_name };
    await this.api.post('/register/users/{submitted_name}/resend', { path, body: { email } });
  }

  async delete(registration_name: string): Promise<void> {
    await this.api.delete('/register/users/{registration_name}', { path: { registration_name } });
  }
}
