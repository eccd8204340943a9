import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@gatehouse/database';
import { type AccountCaller, UserRules } from '@gatehouse/directory';
import type { Caller } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';
import { OwnerConfirmation } from '@gatehouse/sign-in';

/** A request to change an account. */
export interface AccountRequest {
  readonly caller: Caller;
  /** The account as named in the path: its name, or the keyword of `SVC_LOGGED_USER`. */
  readonly named: string;
  readonly currentPassword: string | null | undefined;
}

/** Callers as the rules of accounts see them. */
@Injectable()
export class AccountCallers {
  constructor(
    private readonly rules: UserRules,
    @Inject(OwnerConfirmation) private readonly confirmation: OwnerConfirmation,
    @Inject(SessionStore) private readonly sessions: Pick<SessionStore, 'exists'>,
  ) {}

  of(account: Pick<User, 'id'>, { caller, named, currentPassword }: AccountRequest): AccountCaller {
    const byKeyword = this.rules.isCallerKeyword(named);
    if (caller.kind === 'anonymous') return { isAdministrator: false, isSelf: false, byKeyword };
    const { isAdministrator } = caller;
    if (caller.userId !== account.id) return { isAdministrator, isSelf: false, byKeyword };
    return {
      byKeyword,
      isAdministrator,
      isSelf: true,
      ownSessionId: caller.session.sessionId,
      confirmOwner: () => this.confirmation.require(caller, currentPassword),
      isSignedIn: () => this.sessions.exists(caller.session.sessionId),
    };
  }
}
