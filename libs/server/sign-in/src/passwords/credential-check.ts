import type { EventJournal } from '@gatehouse/audit';
import { type User, currentActor } from '@gatehouse/database';
import type { Accounts } from '@gatehouse/directory';
import {
  type CallerSession,
  type HashSource,
  type PasswordWork,
  type SignInLimiter,
  type SignInLimits,
  type SignInTry,
  isRecentSignIn,
  tooManySignIns,
} from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';

type CheckSettings = SignInLimits & Pick<Settings, 'recentSignIn'>;

export interface PasswordCredentials {
  readonly login: string;
  readonly password: string;
}

/** A user whose password was correct. */
export interface CheckedUser {
  readonly user: User;
  /** Hash that replaces an outdated one. */
  readonly freshHash: string | undefined;
}

/** Whether the password of an attempt is checked. */
interface Admission {
  /** Seconds to wait, if the password is not checked. */
  readonly refusedFor: number | undefined;
  /** Seconds to wait, if the password is wrong; if undefined, a wrong password is answered with 401. */
  readonly limitedFor: number | undefined;
}

/**
 * Checks a password within the limits, taking the same time whether or not the account exists.
 * Reference: sessions#sign-in-limits.
 */
export class CredentialCheck {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: PasswordWork,
    private readonly limiter: SignInLimiter,
    private readonly settings: CheckSettings,
    private readonly journal: Pick<EventJournal, 'note'>,
  ) {}

  /** `caller`: who is signed in already, if anybody. Throws 401 for invalid credentials, 429 after too many failures, 503 if the hash queue is full. */
  async check(
    { login, password }: PasswordCredentials,
    address: string,
    caller: CallerSession | undefined,
  ): Promise<CheckedUser> {
    const user = await this.accounts.findByLogin(login);
    const account = { login, userId: user?.id };
    const network = networkOf(address);
    const attempt = await this.limiter.begin(account, network);
    // Another session of the account may have been stolen to guess the password, with which it could change the account.
    const isOwn = caller !== undefined && caller.userId === user?.id && isRecentSignIn(caller, this.settings);
    const { refusedFor, limitedFor } = isOwn ? UNLIMITED : admissionOf(attempt);
    // A limited attempt computes no hash, unless it may be the owner's: the owner must not be locked out.
    if (refusedFor !== undefined) {
      await this.limiter.withdraw(attempt);
      this.noteFailure(user, 'limited');
      throw tooManySignIns(this.settings, refusedFor);
    }
    const source = { isKnown: isOwn || attempt.isKnown, key: network };
    const matches = await this.matches(password, user, source, attempt);
    if (!matches || !user) {
      this.noteFailure(user, 'wrong_credentials');
      throw limitedFor === undefined
        ? problem('invalid_credentials')
        : tooManySignIns(this.settings, limitedFor);
    }
    await this.limiter.noteSuccess({ login, userId: user.id }, network);
    const freshHash = await this.passwords.renewed(password, user.passwordHash ?? '', {
      ...source,
      isKnown: true,
    });
    return { user, freshHash };
  }

  /** The name is not recorded where it is that of no account: it may be a password. */
  private noteFailure(user: User | null, reason: 'limited' | 'wrong_credentials'): void {
    this.journal.note({
      kind: 'sign_in.failed',
      actor: currentActor(),
      userId: user?.id,
      details: { reason, known_account: user !== null },
    });
  }

  private async matches(
    password: string,
    user: User | null,
    source: HashSource,
    attempt: SignInTry,
  ): Promise<boolean> {
    try {
      return await this.passwords.verify(password, user?.passwordHash, source);
    } catch (error) {
      await this.limiter.withdraw(attempt);
      throw error;
    }
  }
}

const UNLIMITED: Admission = { refusedFor: undefined, limitedFor: undefined };

/** For a network from which the user has signed in before, separate limits apply to the correct password. */
function admissionOf({ isKnown, secondsToWait, secondsToWaitIfKnown }: SignInTry): Admission {
  return {
    refusedFor: isKnown ? secondsToWaitIfKnown : secondsToWait,
    limitedFor: secondsToWait,
  };
}
