import type { User } from '@gatehouse/database';
import type { Caller } from '@gatehouse/http';
import type { Requester } from './users.service';

export function requesterOf(caller: Caller, target: User): Requester {
  if (caller.kind === 'anonymous') return { isAdministrator: false };
  return {
    isAdministrator: caller.isAdministrator,
    ownSessionId: caller.userId === target.id ? caller.session.sessionId : undefined,
  };
}
