import type { User, UserLocale, UserStatus } from '@gatehouse/database';

/** An account to be created. */
export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** A group that the user joins, besides the anonymous group. */
  readonly groupName?: string | undefined;
}

/** The columns of an account to be inserted. */
export interface UserColumns {
  readonly name: string;
  readonly email: string;
  /** Stored form of the password; null for an account that cannot sign in with one. */
  readonly passwordHash: string | null;
  /** Language of mails; English by default. */
  readonly locale?: UserLocale;
}

/** The names of an account, by which it signs in. */
export type AccountNames = Pick<UserColumns, 'name' | 'email'>;

/** Fields of an account to change; absent ones and null are unchanged. */
export interface UserChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** A status as `parseStatus` reads it; anything else counts as absent. */
  readonly status?: unknown;
  /** Language of mails to the user. */
  readonly locale?: UserLocale | undefined;
}

/** The caller of an operation on an account, as far as the rules depend on it. */
export interface AccountCaller {
  readonly isAdministrator: boolean;
  /** Whether the account is the caller's own. */
  readonly isSelf: boolean;
  /** Session that remains in force when the caller changes the own password. */
  readonly ownSessionId?: string | undefined;
  /** Whether the request names the account by the keyword for the caller: it is then the caller's, regardless of its name. */
  readonly byKeyword: boolean;
  /** For the own account: confirms that its owner sends the request. Throws `recent_sign_in_required`. */
  readonly confirmOwner?: () => Promise<void>;
  /**
   * For the own account, inside the unit of work: whether the session of the caller is still valid. A new password that was
   * set meanwhile has ended it, and with it what {@link confirmOwner} has confirmed.
   */
  readonly isSignedIn?: () => Promise<boolean>;
}

/** An account elsewhere that can sign in to an account. */
export interface LinkedIdentity {
  /** Name of the identity provider, or of the node. */
  readonly at: string;
  /** Name of the user there. */
  readonly name: string;
}

/** A user as listings show it. */
export type UserRow = Pick<User, 'id' | 'name' | 'email' | 'status'>;

/** A user as shown singly. */
export type ShownUser = UserRow & Pick<User, 'locale'>;

/** A user that a request names, with the requested name. */
export type NamedUser = Pick<User, 'id' | 'name'> & { readonly requested: string };

/** The unique value of an account that another account has. */
export type TakenField = 'user_name' | 'user_email';

/** The fields of an account that change. */
export interface UserDifferences {
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly status: UserStatus | undefined;
  readonly locale: UserLocale | undefined;
}

/** The outcome of a change of an account. */
export interface UserUpdate {
  /** Whether a new email address was requested that applies only when its owner has confirmed it. */
  readonly awaitsConfirmation: boolean;
}

/** The account behind a session. */
export interface AccountSummary {
  readonly name: string;
  /** Whether the user belongs to the group of administrators. */
  readonly isAdministrator: boolean;
}
