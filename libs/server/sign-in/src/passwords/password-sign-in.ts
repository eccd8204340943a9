import { type UnitOfWork, actAs, currentActor } from '@gatehouse/database';
import type { Accounts, UserRules } from '@gatehouse/directory';
import type { CallerSession, IssuedToken, NewDevices, SessionStore, SignInClient } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import type { CheckedUser, CredentialCheck, PasswordCredentials } from './credential-check';

/** Attempts to check a password whose hash changes meanwhile, as a concurrent sign-in may renew it. */
const MAX_CHECKS = 3;

export interface PasswordSignInDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly rules: UserRules;
  readonly accounts: Accounts;
  readonly credentials: CredentialCheck;
  readonly devices: Pick<NewDevices, 'note'>;
  readonly sessions: Pick<SessionStore, 'start'>;
}

/** Sign-in with the password of a local account. Reference: sessions#sign-in. */
export class PasswordSignIn {
  constructor(private readonly dependencies: PasswordSignInDependencies) {}

  /** Throws `sign_in_not_allowed` for the login of the anonymous user, with whatever provider. */
  checkLogin(login: string): void {
    if (!this.dependencies.rules.isAnonymousLogin(login)) return;
    const conditions = { not_equal: false };
    throw problem('sign_in_not_allowed', {}, { param: { name: 'user_name', value: login, conditions } });
  }

  /** Opens a session. Throws what {@link CredentialCheck.check} throws. */
  async start(
    credentials: PasswordCredentials,
    client: SignInClient,
    caller: CallerSession | undefined,
  ): Promise<IssuedToken> {
    for (let attempt = 0; attempt < MAX_CHECKS; attempt += 1) {
      const checked = await this.dependencies.credentials.check(credentials, client.address, caller);
      const { user } = checked;
      const { requestId } = currentActor();
      actAs({
        kind: 'user',
        id: user.id,
        name: user.name,
        address: client.address,
        ...(requestId === undefined ? {} : { requestId }),
      });
      const token = await this.startChecked(checked, client);
      if (token) return token;
    }
    throw problem('invalid_credentials');
  }

  /**
   * Undefined if the user was deleted or the password was changed meanwhile: changing a password ends all sessions that
   * were opened with the old one, so none may be opened with it afterwards.
   */
  private startChecked(
    { user, freshHash }: CheckedUser,
    client: SignInClient,
  ): Promise<IssuedToken | undefined> {
    const { unitOfWork, accounts, devices, sessions } = this.dependencies;
    return unitOfWork.run(async () => {
      if (!(await accounts.hasPasswordOf(user))) return undefined;
      if (freshHash !== undefined) await accounts.rehash(user, freshHash);
      await devices.note(user, client);
      return sessions.start(user.id, { ...client, isInteractive: true });
    });
  }
}
