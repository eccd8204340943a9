import { computed, inject, Injectable, signal } from '@angular/core';
import type { SessionDto, SignInDto, UserDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';
import { DeploymentSettings } from './deployment-settings';

/**
 * The signed-in user, according to the last reply of the API.
 *
 * The cookie behind it cannot be read by scripts, so this is only what to show; what may be done is decided by the API
 * on every request. Reference: sessions#sign-in
 */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly api = inject(ApiClient);
  private readonly settings = inject(DeploymentSettings);
  private readonly body = signal<SessionDto>({ authenticated: false });

  /** The signed-in user, or undefined. */
  readonly user = computed<UserDto | undefined>(() =>
    this.body().authenticated ? this.body().user : undefined,
  );

  readonly authenticated = computed(() => this.user() !== undefined);

  /** Administrators are the members of one group, whose name is a setting. */
  readonly isAdministrator = computed(
    () => this.user()?.group_names.includes(this.settings.current().admin_group) ?? false,
  );

  /** Reads the signed-in user from the API. */
  async refresh(): Promise<void> {
    this.body.set(await this.api.get('/session'));
  }

  /**
   * Whether this browser is still signed in as the user that the page shows. The shown user does not change: whose work it
   * is must be known until the answer has been acted on.
   */
  async check(): Promise<'same' | 'ended' | 'other-user'> {
    const { authenticated, user } = await this.api.get('/session');
    if (!authenticated || !user) return 'ended';
    return user.user_name === this.user()?.user_name ? 'same' : 'other-user';
  }

  /** Signs in; a refusal is a `Problem` with status 400, 401, 403, 422 or, after too many failures, 429. */
  async signIn(credentials: SignInDto): Promise<void> {
    await this.api.post('/signin', { body: credentials, unauthorized: 'problem' });
  }

  async signOut(): Promise<void> {
    await this.api.post('/signout');
    this.body.set({ authenticated: false });
  }
}
