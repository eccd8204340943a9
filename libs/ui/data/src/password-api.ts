import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** Passwords that were forgotten. Reference: sessions#password-reset */
@Injectable({ providedIn: 'root' })
export class PasswordApi {
  private readonly api = inject(ApiClient);

  /** Requests a mail with a link to choose a new password; the reply does not disclose whether the account exists. */
  async requestReset(userNameOrEmail: string): Promise<void> {
    await this.api.post('/register/password-reset', {
      body: { user_name: userNameOrEmail },
      unauthorized: 'problem',
    });
  }
}
