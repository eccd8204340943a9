import type { UnitOfWork } from '@gatehouse/database';
import type { Settings } from '@gatehouse/settings';
import type { DirectoryEvents } from './events';
import type { NoticePorts } from './users/account-notices';
import type { TermsPorts } from './terms/group-terms';

/** The settings that the rules of the directory depend on. */
export type DirectorySettings = Pick<
  Settings,
  | 'adminUser'
  | 'adminEmail'
  | 'adminGroup'
  | 'anonymousUser'
  | 'usersGroup'
  | 'loggedUser'
  | 'userNameMaxLength'
  | 'userNameExtraRegex'
  | 'passwordMinLength'
  | 'publicUrl'
  | 'networkEnabled'
  | 'networkNamePrefix'
  | 'networkGroupName'
>;

/** Computes and checks stored forms of passwords. The application decides in which order, and how many may wait. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether a password has this stored form. */
  verify(password: string, stored: string): Promise<boolean>;
}

/** Ends the sessions of users. */
export interface SessionRevoker {
  /** Ends all sessions of a user but one. */
  endAllOf(userId: number, exceptSessionId?: string): Promise<unknown>;
}

/** Revokes the tokens that authenticate as users: API tokens, and those that other instances of the network hold. */
export interface TokenRevoker {
  /**
   * Inside a unit of work: revokes those of a user but the API tokens of these ids, and returns the names of the latter. Throws
   * `keep_tokens_invalid` for an id of no token of the user.
   */
  revokeAllOf(userId: number, keptIds: readonly string[]): Promise<readonly string[]>;
}

/** The dependencies of the directory. Every write goes through the unit of work, on behalf of its current actor. */
export interface DirectoryDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly settings: DirectorySettings;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionRevoker;
  /** By default there are no tokens: for processes that set no passwords. */
  readonly tokens?: TokenRevoker;
  /** Receives the changes; by default nothing does. */
  readonly events?: DirectoryEvents;
  /** Notifies the owners of accounts; by default there are none, and new email addresses take effect immediately. */
  readonly notices?: NoticePorts;
  /** Sends requests to accept the terms of groups; without it no user can become a member of a group with terms. */
  readonly terms?: TermsPorts;
}
