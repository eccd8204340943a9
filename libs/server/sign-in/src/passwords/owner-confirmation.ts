import { currentActor } from '@gatehouse/database';
import { type CallerSession, isRecentSignIn } from '@gatehouse/identity';
import { type Conditions, Problem, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { CredentialCheck } from './credential-check';

/** A caller who is the owner of an account. */
export interface OwningCaller extends CallerSession {
  readonly userName: string;
}

/**
 * Makes sure that the owner of an account is present before a change that gives access to it for longer than a session
 * lasts. Reference: sessions#sensitive-changes.
 */
export class OwnerConfirmation {
  constructor(
    private readonly credentials: CredentialCheck,
    private readonly settings: Pick<Settings, 'recentSignIn'>,
  ) {}

  /**
   * Returns if the session of the caller began recently with an interactive sign-in; otherwise checks the current password.
   * Throws `recent_sign_in_required` without either, `sign_in_rate_limited` after too many wrong passwords, `token_not_sufficient`
   * for callers with an API token.
   */
  async require(caller: OwningCaller, currentPassword: string | null | undefined): Promise<void> {
    // Whoever has stolen a token may know the password of another leak.
    if (caller.session.apiToken) throw problem('token_not_sufficient');
    if (isRecentSignIn(caller, this.settings)) return;
    if (typeof currentPassword !== 'string') throw this.refusal({ not_none: false });
    if (!(await this.isPasswordOf(caller, currentPassword))) throw this.refusal({ matches: false });
  }

  /** Limited and counted like a sign-in without a session: the session may have been stolen to guess the password. */
  private async isPasswordOf({ userId, userName }: OwningCaller, password: string): Promise<boolean> {
    const { address = '' } = currentActor();
    try {
      const { user } = await this.credentials.check({ login: userName, password }, address, undefined);
      return user.id === userId;
    } catch (error) {
      if (error instanceof Problem && error.errorCode === 'invalid_credentials') return false;
      throw error;
    }
  }

  private refusal(conditions: Conditions): Problem {
    const minutes = Math.ceil(this.settings.recentSignIn / 60);
    return problem(
      'recent_sign_in_required',
      { minutes },
      { param: { name: 'current_password', value: null, conditions } },
    );
  }
}
