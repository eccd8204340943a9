import type { UnitOfWork } from '@gatehouse/database';

/** Permissions assigned to users and groups: their rules and every write of them. */
export class Permissions {
  constructor(protected readonly unitOfWork: UnitOfWork) {}
}
