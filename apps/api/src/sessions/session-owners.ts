import { Injectable } from '@nestjs/common';
import { UserRules, type UserRow } from '@gatehouse/directory';
import type { Caller } from '@gatehouse/http';
import type { SessionOwner } from '@gatehouse/identity';

/** Whose sessions a caller lists and ends. Reference: sessions#accounts-of-nodes. */
@Injectable()
export class SessionOwners {
  constructor(private readonly rules: UserRules) {}

  /**
   * Within the account that the users of a node share, a caller owns only what the same remote user has opened; what opened a
   * session survives the renewal of tokens. Administrators who name that account see all of it.
   */
  of({ id, name }: Pick<UserRow, 'id' | 'name'>, caller: Caller): SessionOwner {
    const isVisitor = caller.kind === 'user' && caller.userId === id && this.rules.isShared(name);
    return isVisitor ? { userId: id, origin: caller.session.origin ?? '' } : { userId: id };
  }
}
