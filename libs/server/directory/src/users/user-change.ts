import { UserStatus } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import { fieldsWith } from '../fields/table';
import { USER_TABLE } from '../fields/user';
import { differing } from '../fields/values';
import { throwIfAny } from '../throw-if-any';
import type { AccountCaller, ShownUser, UserChange, UserDifferences } from './user';
import { keptTokensInvalid } from './user-errors';
import type { UserRules } from './user-rules';
import { parseStatus } from './user-status';

const ADMINISTRATORS_ONLY = fieldsWith(USER_TABLE, ({ setBy }) => setBy === 'administrators').map(
  ([name]) => name,
);

/** The effects of a change on an account. Throws the error of the first rule that it violates, for this caller. */
export function checkChange(
  rules: UserRules,
  user: ShownUser,
  change: UserChange,
  caller: AccountCaller,
): UserDifferences {
  if (rules.isConfiguredAdministrator(user.name)) checkOwnPasswordOnly(user, change, caller);
  const differences = differencesOf(user, change);
  const { fields, password } = differences;
  if (!caller.isAdministrator && ADMINISTRATORS_ONLY.some((name) => name in fields)) {
    throw problem('administrator_required');
  }
  if (password !== undefined) throwIfAny(rules.personError(user));
  const keepsTokens = change.keptTokens !== undefined && change.keptTokens.length > 0;
  if (keepsTokens && (password === undefined || !caller.isSelf)) throw keptTokensInvalid(null);
  const { name, email } = fields;
  if (name !== undefined) rules.checkRename(user.name, name);
  if (name !== undefined) rules.checkNewName(name);
  if (email !== undefined) rules.checkNewEmail(email);
  if (password !== undefined) rules.checkNewPassword(password);
  return differences;
}

/** Any password is a difference: it cannot be compared with the stored form. */
function differencesOf(user: ShownUser, change: UserChange): UserDifferences {
  const fields = differing(USER_TABLE, user, { ...change, status: parseStatus(change.status) });
  const password = change.password ?? undefined;
  if (Object.keys(fields).length === 0 && password === undefined) {
    throw problem('user_unchanged', {}, { extras: { user_name: user.name } });
  }
  if (fields.status === UserStatus.Pending) {
    throw problem(
      'user_status_pending_not_allowed',
      {},
      { param: { name: 'status', value: 'Pending', conditions: { not_in: false } } },
    );
  }
  return { fields, password };
}

/** The other fields of the configured administrator follow the configuration. */
function checkOwnPasswordOnly(user: ShownUser, change: UserChange, { isSelf }: AccountCaller): void {
  const { name, email } = differing(USER_TABLE, user, { name: change.name, email: change.email });
  if ((name ?? email ?? change.status ?? undefined) === undefined && isSelf) return;
  throw problem('configured_administrator_password_only');
}
