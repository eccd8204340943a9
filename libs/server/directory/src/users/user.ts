import type { User } from '@gatehouse/database';
import type { Change, Listed, New, Shown } from '../fields/table';
import type { USER_TABLE } from '../fields/user';

/** The columns of an account to be inserted. */
export type UserColumns = New<typeof USER_TABLE>;

/** An account to be created. */
export interface NewUser extends Omit<UserColumns, 'passwordHash' | 'kind' | 'createdBy'> {
  readonly password: string;
  /** A group that the user joins, besides the anonymous group. */
  readonly groupName?: string | undefined;
}

/** A service account to be created. */
export interface NewServiceAccount {
  readonly name: string;
  readonly email?: string | undefined;
  readonly groupName?: string | undefined;
  /** Who is notified of its tokens. */
  readonly createdBy: number;
}

/** The names of an account, by which it signs in. */
export type AccountNames = Pick<UserColumns, 'name' | 'email'>;

/** Fields of an account to change; absent ones and null are unchanged. */
export interface UserChange extends Omit<Change<typeof USER_TABLE>, 'status'> {
  readonly password?: string | undefined;
  /** Beside the own password: ids of the API tokens that it does not revoke. */
  readonly keptTokens?: readonly string[] | undefined;
  /** A status as `parseStatus` reads it; anything else counts as absent. */
  readonly status?: unknown;
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
export type UserRow = Pick<User, 'id'> & Listed<typeof USER_TABLE>;

/** A user as shown singly. */
export type ShownUser = UserRow & Shown<typeof USER_TABLE>;

/** A user that a request names, with the requested name. */
export type NamedUser = Pick<User, 'id' | 'name'> & { readonly requested: string };

/** The unique value of an account that another account has. */
export type TakenField = 'user_name' | 'user_email';

/** What changes of an account. */
export interface UserDifferences {
  readonly fields: Change<typeof USER_TABLE>;
  readonly password: string | undefined;
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
