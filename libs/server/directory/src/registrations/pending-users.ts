import type { PendingUser, UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { Page } from '../page';
import { PendingUserRepository, type PendingUserRow } from './pending-user-repository';

/** Registrations that are not completed, for those who read them. `Registrations` changes them. */
export class PendingUsers {
  private readonly pending: PendingUserRepository;

  constructor(unitOfWork: UnitOfWork) {
    this.pending = new PendingUserRepository(unitOfWork);
  }

  /** Throws `registration_not_found`. Names are compared ignoring case. */
  async byName(name: string): Promise<PendingUser> {
    const found = await this.pending.findByName(name);
    if (!found) throw problem('registration_not_found');
    return found;
  }

  findById(id: number): Promise<PendingUser | null> {
    return this.pending.findById(id);
  }

  /** Sorted by name. */
  list(page: Page): Promise<PendingUserRow[]> {
    return this.pending.list(page);
  }
}
