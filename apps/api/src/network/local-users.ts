import { Injectable } from '@nestjs/common';
import { UserRules, Users } from '@gatehouse/directory';
import type { Caller, DeclaredError, SignedInCaller } from '@gatehouse/http';
import type { RemoteIdentity } from '@gatehouse/network';
import { problem } from '@gatehouse/problems';

/** What {@link LocalUsers.check} throws. */
export const LOCAL_USER_ERRORS: readonly DeclaredError[] = [
  'network_user_not_allowed',
  'service_account_not_allowed',
  'token_not_sufficient',
];

/** Callers who may use accounts of theirs at other instances. */
@Injectable()
export class LocalUsers {
  constructor(
    private readonly rules: UserRules,
    private readonly users: Users,
  ) {}

  /**
   * The caller, who must be a person of this instance, not the user of a node, and signed in: whoever has an API token must not
   * obtain further credentials. Throws `network_user_not_allowed`, `service_account_not_allowed` or `token_not_sufficient`.
   */
  async check(caller: Caller): Promise<SignedInCaller> {
    if (caller.kind !== 'user') throw problem('authentication_required');
    if (this.rules.isAnonymous(caller.userName)) throw problem('network_user_not_allowed');
    if (!caller.session.apiToken) return caller;
    throw this.rules.personError(await this.users.byId(caller.userId)) ?? problem('token_not_sufficient');
  }

  /** The caller as messages to other instances name it. Throws what {@link check} throws. */
  async identityOf(caller: Caller): Promise<RemoteIdentity> {
    const { userId } = await this.check(caller);
    const { id, name, createdAt } = await this.users.byId(userId);
    // A database that was restored from a backup may give an id again, but not at the same time.
    return { name, subject: `${id}-${createdAt.getTime()}` };
  }
}
