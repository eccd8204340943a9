import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Accounts } from '@gatehouse/directory';
import type { Origin } from '@gatehouse/http';
import { type IssuedToken, NewDevices, SessionStore } from '@gatehouse/identity';
import type { CheckedUser } from '../users/credential-check';

/** Starts the session of a user whose password was correct. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly accounts: Accounts,
    @Inject(NewDevices) private readonly devices: NewDevices,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Undefined if the user was deleted or the password was changed meanwhile: changing a password ends all sessions that
   * were opened with the old one, so none may be opened with it afterwards.
   */
  start({ user, freshHash }: CheckedUser, origin: Origin): Promise<IssuedToken | undefined> {
    return this.unitOfWork.run(async () => {
      if (!(await this.accounts.hasPasswordOf(user))) return undefined;
      if (freshHash !== undefined) await this.accounts.rehash(user, freshHash);
      await this.devices.note(user, origin);
      return this.sessions.start(user.id, { ...origin, isInteractive: true });
    });
  }
}
