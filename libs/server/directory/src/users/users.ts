import type { UnitOfWork } from '@gatehouse/database';

/** User accounts: their rules and every write of them. */
export class Users {
  constructor(protected readonly unitOfWork: UnitOfWork) {}
}
