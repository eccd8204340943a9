import type { DirectoryDependencies } from './dependencies';
import { Groups } from './groups/groups';
import { Memberships } from './memberships/memberships';
import { Permissions } from './permissions/permissions';
import { Resources } from './resources/resources';
import { Services } from './services/services';
import { Users } from './users/users';

/** Everything that is administered, each domain with its rules and the only code that writes its tables. */
export interface Directory {
  readonly users: Users;
  readonly groups: Groups;
  readonly memberships: Memberships;
  readonly services: Services;
  readonly resources: Resources;
  readonly permissions: Permissions;
}

/** Builds the directory of a process; opens nothing and starts nothing. */
export function createDirectory({ unitOfWork }: DirectoryDependencies): Directory {
  return {
    users: new Users(unitOfWork),
    groups: new Groups(unitOfWork),
    memberships: new Memberships(unitOfWork),
    services: new Services(unitOfWork),
    resources: new Resources(unitOfWork),
    permissions: new Permissions(unitOfWork),
  };
}
