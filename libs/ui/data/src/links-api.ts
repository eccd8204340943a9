import { inject, Injectable } from '@angular/core';
import { ApiClient } from './api-client';

/** What a one-time link does. Texts are in the language of the console. */
export interface Link {
  readonly operation: string;
  readonly title: string;
  readonly explanation: string;
  /** Text of the button that uses the link. */
  readonly button: string;
  /** What the link is about, such as the name of a user. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** A text that is accepted by using the link. */
  readonly terms: string | null;
  /** Whether using the link needs a new password. */
  readonly asks_password: boolean;
}

/** What a link has done. */
export interface LinkOutcome {
  readonly title: string;
  readonly detail: string;
  /** Whether the user can sign in now. */
  readonly offers_sign_in: boolean;
}

/** Links of mails, which work once. Reference: registration-and-links#one-time-links */
@Injectable({ providedIn: 'root' })
export class LinksApi {
  private readonly api = inject(ApiClient);

  /** What a link does, without using it. A refusal is a `Problem` with status 401, 403, 404, 410 or 422. */
  async describe(token: string): Promise<Link> {
    const reply = await this.api.get('/tmp/{token}/details', { path: { token }, unauthorized: 'problem' });
    // Only HEAD is answered without it.
    return reply.link as Link;
  }

  use(token: string, password?: string): Promise<LinkOutcome> {
    const body = password === undefined ? {} : { password };
    return this.api.post('/tmp/{token}', { path: { token }, body, unauthorized: 'problem' });
  }
}
