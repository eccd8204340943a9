import type { UnitOfWork } from '@gatehouse/database';

/** Groups of users: their rules and every write of them. */
export class Groups {
  constructor(protected readonly unitOfWork: UnitOfWork) {}
}
