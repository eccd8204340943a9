import type { UserRules } from '@gatehouse/directory';
import type { Caller, SignedInCaller } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';

/** The caller, who must be a user of this instance and not the user of a node. Throws `network_user_not_allowed`. */
export function localUserOf(caller: Caller, rules: UserRules): SignedInCaller {
  if (caller.kind !== 'user') throw problem('authentication_required');
  if (rules.isAnonymous(caller.userName)) throw problem('network_user_not_allowed');
  return caller;
}
