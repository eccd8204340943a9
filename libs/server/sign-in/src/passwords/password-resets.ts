import { type UnitOfWork, type User, currentActor } from '@gatehouse/database';
import type { AccountRecovery, OneTimeLinks } from '@gatehouse/directory';
import type {
  PasswordResetRequest,
  PasswordResetRequests,
  RequestCounts,
  SignInLimiter,
} from '@gatehouse/identity';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';

const OPERATION = 'user-password-reset';
/** Seconds for which a link is valid, unless one-time links expire earlier. */
const LIFETIME_SECONDS = 3600;
/** Most valid links of one account; a further request sends no mail. */
const MAX_LINKS = 3;
/** Most requests that are read at a time. */
const MAX_AT_ONCE = 100;

/** Sends the mails for new passwords, inside the unit of work that creates their links. */
export interface PasswordResetMails {
  /** Whether a mail server is configured. */
  readonly isEnabled: boolean;
  passwordReset(user: User, linkId: string, lifetimeSeconds: number): Promise<void>;
}

export interface PasswordResetDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly requests: PasswordResetRequests;
  readonly counts: RequestCounts;
  readonly links: OneTimeLinks;
  readonly recovery: AccountRecovery;
  readonly limiter: Pick<SignInLimiter, 'noteSuccess'>;
  readonly mails: PasswordResetMails;
  readonly settings: Pick<Settings, 'passwordResetRequests' | 'signInWindow' | 'tokenExpire'>;
}

/**
 * New passwords by links in mails. A request is stored as it came; whether there is an account is looked up later, in a
 * job, so that nothing in the reply depends on it. Reference: sessions#password-reset.
 */
export class PasswordResets {
  constructor(private readonly dependencies: PasswordResetDependencies) {}

  /** Throws `password_reset_disabled` without a mail server, `password_reset_rate_limited`. */
  async request(login: string, address: string): Promise<void> {
    const { mails, counts, requests, settings } = this.dependencies;
    if (!mails.isEnabled) throw problem('password_reset_disabled');
    const { passwordResetRequests: most, signInWindow: window } = settings;
    const wait = await counts.take({ action: 'password reset', most, window }, networkOf(address));
    if (wait !== undefined) {
      throw problem('password_reset_rate_limited', { most, seconds: window }, retryAfter(wait));
    }
    await requests.add(login);
  }

  /**
   * Sends the mails of all requests that wait: a flood of them must not delay those of others by further runs. Several
   * processes may do so at a time.
   */
  async sendMails(): Promise<void> {
    for (;;) {
      const waiting = await this.dependencies.requests.waiting(MAX_AT_ONCE);
      for (const request of waiting) await this.answer(request);
      if (waiting.length < MAX_AT_ONCE) return;
    }
  }

  /** Checks and hashes a new password. What is returned sets it, inside the unit of work that uses the link. */
  async prepare(userId: number, password: string): Promise<() => Promise<void>> {
    const { unitOfWork, recovery, limiter } = this.dependencies;
    const passwordHash = await recovery.hashOwnPassword(userId, password);
    const { address = '' } = currentActor();
    return async () => {
      const { name: login } = await recovery.resetPassword(userId, passwordHash);
      // Others may have used up the attempts of the account: its owner, who has the link, can sign in from here.
      await limiter.noteSuccess({ login, userId }, networkOf(address), unitOfWork.manager);
    };
  }

  private async answer(request: PasswordResetRequest): Promise<void> {
    const { unitOfWork, requests, links, recovery, mails, settings } = this.dependencies;
    const user = await recovery.recoverable(request.login);
    const valid = user ? await links.validLinks({ operation: OPERATION, userId: user.id }) : [];
    if (!user || valid.length >= MAX_LINKS) {
      await requests.remove(request);
      return;
    }
    const lifetimeSeconds = Math.min(LIFETIME_SECONDS, settings.tokenExpire);
    await unitOfWork.run(async () => {
      if (!(await requests.remove(request))) return;
      const link = await links.create({ operation: OPERATION, userId: user.id, lifetimeSeconds });
      await mails.passwordReset(user, link, lifetimeSeconds);
    });
  }
}
