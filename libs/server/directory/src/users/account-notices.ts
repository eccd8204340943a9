import type { User } from '@gatehouse/database';
import type { LinkedIdentity } from './user';

/** The account that a notice is about, as it was before the change. */
export type NoticedUser = Pick<User, 'id' | 'name' | 'email' | 'locale'>;

/**
 * Notifies the owners of accounts of changes that matter to their security, and has new email addresses confirmed. Called
 * inside the unit of work that makes the change. Reference: sessions#changes-of-email-and-password.
 */
export interface AccountNotices {
  /** Whether users confirm a new email address by a link before it applies. */
  readonly confirmsEmail: boolean;
  /** A user has requested another email address, which another account may have already. */
  emailChangeRequested(user: NoticedUser, newEmail: string, owner: NoticedUser | null): Promise<void>;
  emailChanged(user: NoticedUser, newEmail: string): Promise<void>;
  /** `linked`: the identities that can sign in to the account without the password. */
  passwordChanged(user: NoticedUser, linked: readonly LinkedIdentity[]): Promise<void>;
}

/** For processes that change no accounts, and for installations without mail. */
export const NO_ACCOUNT_NOTICES: AccountNotices = {
  confirmsEmail: false,
  emailChangeRequested: async () => undefined,
  emailChanged: async () => undefined,
  passwordChanged: async () => undefined,
};
