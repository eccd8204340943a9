import type { User } from '@gatehouse/database';
import type { AccountCaller } from '@gatehouse/directory';
import type { Caller } from '@gatehouse/http';

/** `byKeyword`: whether the path identifies the account by the keyword of `SVC_LOGGED_USER`. */
export function accountCallerOf(caller: Caller, account: User, byKeyword: boolean): AccountCaller {
  if (caller.kind === 'anonymous') return { isAdministrator: false, isSelf: false, byKeyword };
  return {
    byKeyword,
    isAdministrator: caller.isAdministrator,
    isSelf: caller.userId === account.id,
    ownSessionId: caller.userId === account.id ? caller.session.sessionId : undefined,
  };
}
