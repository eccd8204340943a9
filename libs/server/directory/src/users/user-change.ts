import { type User, UserStatus } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { AccountCaller, UserChange, UserDifferences } from './user';
import type { UserRules } from './user-rules';
import { parseStatus } from './user-status';

/** The effects of a change on an account. Throws the error of the first rule that it violates, for this caller. */
export function checkChange(
  rules: UserRules,
  user: User,
  change: UserChange,
  caller: AccountCaller,
): UserDifferences {
  if (rules.isConfiguredAdministrator(user.name)) checkOwnPasswordOnly(user, change, caller);
  const differences = differencesOf(user, change);
  const { name, email, password, status } = differences;
  if ((name !== undefined || status !== undefined) && !caller.isAdministrator) {
    throw problem('administrator_required');
  }
  if (name !== undefined) rules.checkRename(user.name, name);
  if (name !== undefined) rules.checkNewName(name);
  if (email !== undefined) rules.checkNewEmail(email);
  if (password !== undefined) rules.checkNewPassword(password);
  return differences;
}

/** Any password is a difference: it cannot be compared with the stored form. */
function differencesOf(user: User, change: UserChange): UserDifferences {
  const status = parseStatus(change.status);
  const differences = {
    name: differing(change.name, user.name),
    email: differing(change.email, user.email),
    password: change.password ?? undefined,
    status: status === user.status ? undefined : status,
    locale: differing(change.locale, user.locale),
  };
  if (Object.values(differences).every((value) => value === undefined)) {
    throw problem('user_unchanged', {}, { extras: { user_name: user.name } });
  }
  if (differences.status === UserStatus.Pending) {
    throw problem(
      'user_status_pending_not_allowed',
      {},
      { param: { name: 'status', value: 'Pending', conditions: { not_in: false } } },
    );
  }
  return differences;
}

/** The other fields of the configured administrator follow the configuration. */
function checkOwnPasswordOnly(user: User, change: UserChange, { isSelf }: AccountCaller): void {
  const others =
    differing(change.name, user.name) ?? differing(change.email, user.email) ?? change.status ?? undefined;
  if (others === undefined && isSelf) return;
  throw problem('configured_administrator_password_only');
}

function differing<T extends string>(input: T | null | undefined, stored: T): T | undefined {
  return input === undefined || input === null || input === stored ? undefined : input;
}
