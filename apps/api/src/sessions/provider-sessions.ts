import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, actAs } from '@gatehouse/database';
import { Users } from '@gatehouse/directory';
import type { Origin } from '@gatehouse/http';
import { type IssuedToken, SessionStore } from '@gatehouse/identity';
import {
  ExternalAccounts,
  type RegisteredProvider,
  type VerifiedIdentity,
  sessionOriginOf,
} from '@gatehouse/sign-in';
import { NewDevices } from './new-devices';

/** Starts sessions of identities that a provider has confirmed. */
@Injectable()
export class ProviderSessions {
  constructor(
    private readonly devices: NewDevices,
    private readonly users: Users,
    @Inject(ExternalAccounts) private readonly accounts: ExternalAccounts,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Throws what `ExternalAccounts.accountOf` throws. */
  start(
    identity: VerifiedIdentity,
    { definition }: RegisteredProvider,
    origin: Origin,
  ): Promise<IssuedToken> {
    return this.unitOfWork.run(async () => {
      const user = await this.accounts.accountOf(identity, definition);
      actAs({ kind: 'user', id: user.id, name: user.name, address: origin.address });
      await this.devices.note(user, origin);
      return this.sessions.start(user.id, { ...origin, origin: sessionOriginOf(identity) });
    });
  }

  /** Adds an identity to the account of its signed-in owner. Throws `external_identity_exists`. */
  link(identity: VerifiedIdentity, { definition }: RegisteredProvider, userId: number): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.accounts.link(await this.users.byId(userId), identity, definition);
    });
  }
}
