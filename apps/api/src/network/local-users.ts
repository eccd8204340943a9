import { Injectable } from '@nestjs/common';
import { UserRules, Users } from '@gatehouse/directory';
import type { Caller, SignedInCaller } from '@gatehouse/http';
import type { RemoteIdentity } from '@gatehouse/network';
import { problem } from '@gatehouse/problems';

/** Callers who may use accounts of theirs at other instances. */
@Injectable()
export class LocalUsers {
  constructor(
    private readonly rules: UserRules,
    private readonly users: Users,
  ) {}

  /** The caller, who must be a user of this instance and not the user of a node. Throws `network_user_not_allowed`. */
  check(caller: Caller): SignedInCaller {
    if (caller.kind !== 'user') throw problem('authentication_required');
    if (this.rules.isAnonymous(caller.userName)) throw problem('network_user_not_allowed');
    return caller;
  }

  /** The caller as messages to other instances name it. Throws what {@link check} throws. */
  async identityOf(caller: Caller): Promise<RemoteIdentity> {
    const { id, name, createdAt } = await this.users.byId(this.check(caller).userId);
    // A database that was restored from a backup may give an id again, but not at the same time.
    return { name, subject: `${id}-${createdAt.getTime()}` };
  }
}
