import type { UnitOfWork } from '@gatehouse/database';

/** Resources below services: their rules and every write of them. */
export class Resources {
  constructor(protected readonly unitOfWork: UnitOfWork) {}
}
