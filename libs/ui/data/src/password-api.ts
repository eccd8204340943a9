import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** Passwords that were forgotten. Reference: sessions#password-reset */
@Injectable({ providedIn: 'root' })
export class PasswordApi {
  private readonly api = inject(ApiClient);

  /** Has a link to choose a new password sent, if there is such an account; the answer does not tell. */
  async requestReset(userNameOrEmail: string): Promise<void> {
    await this.api.post('/register/password-reset', {
      body: { user_name: userNameOrEmail },
      unauthorized: 'problem',
    });
  }
}
