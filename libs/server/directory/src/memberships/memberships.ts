import type { UnitOfWork } from '@gatehouse/database';

/** Which users belong to which groups: the rules and every write of it. */
export class Memberships {
  constructor(protected readonly unitOfWork: UnitOfWork) {}
}
