import type { UnitOfWork } from '@gatehouse/database';

/** Protected services: their rules and every write of them. */
export class Services {
  constructor(protected readonly unitOfWork: UnitOfWork) {}
}
