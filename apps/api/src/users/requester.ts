import type { User } from '@gatehouse/database';
import type { Caller } from '@gatehouse/http';
import type { Requester } from './users.service';

/** `asKeyword`: whether the path names the target as `{logged}`. */
export function requesterOf(caller: Caller, target: User, asKeyword: boolean): Requester {
  if (caller.kind === 'anonymous') return { isAdministrator: false, isSelf: false, asKeyword };
  return {
    asKeyword,
    isAdministrator: caller.isAdministrator,
    isSelf: caller.userId === target.id,
    ownSessionId: caller.userId === target.id ? caller.session.sessionId : undefined,
  };
}
