import { AppliedSettingRepository } from './bootstrap/applied-setting-repository';
import { DefaultIdentities } from './bootstrap/default-identities';
import type { DirectoryDependencies } from './dependencies';
import { GroupRepository } from './groups/group-repository';
import { GroupRules } from './groups/group-rules';
import { Groups } from './groups/groups';
import { DiscoverableGroups } from './memberships/discoverable-groups';
import { MembershipRepository } from './memberships/membership-repository';
import { Memberships } from './memberships/memberships';
import { Permissions } from './permissions/permissions';
import { Resources } from './resources/resources';
import { Services } from './services/services';
import { Accounts } from './users/accounts';
import { UserRepository } from './users/user-repository';
import { UserRules } from './users/user-rules';
import { Users } from './users/users';

/** Everything that is administered, each domain with its rules and the only code that writes its tables. */
export interface Directory {
  readonly users: Users;
  readonly accounts: Accounts;
  readonly groups: Groups;
  readonly memberships: Memberships;
  readonly discoverableGroups: DiscoverableGroups;
  readonly defaultIdentities: DefaultIdentities;
  readonly services: Services;
  readonly resources: Resources;
  readonly permissions: Permissions;
}

/** Builds the directory of a process; opens nothing and starts nothing. */
export function createDirectory(dependencies: DirectoryDependencies): Directory {
  const { unitOfWork } = dependencies;
  return {
    ...createPrincipals(dependencies),
    services: new Services(unitOfWork),
    resources: new Resources(unitOfWork),
    permissions: new Permissions(unitOfWork),
  };
}

/** Users, groups and what connects them. */
function createPrincipals({ unitOfWork, settings, passwords, sessions }: DirectoryDependencies) {
  const repositories = {
    users: new UserRepository(unitOfWork),
    groups: new GroupRepository(unitOfWork),
    memberships: new MembershipRepository(unitOfWork),
    appliedSettings: new AppliedSettingRepository(unitOfWork),
  };
  const userRules = new UserRules(settings);
  const groups = new Groups(repositories.groups, new GroupRules(settings), unitOfWork);
  const memberships = new Memberships(
    repositories.memberships,
    groups,
    repositories.users,
    userRules,
    unitOfWork,
  );
  const users = new Users(repositories.users, userRules, memberships, unitOfWork, passwords, sessions);
  return {
    users,
    accounts: new Accounts(repositories.users, settings.adminGroup),
    groups,
    memberships,
    discoverableGroups: new DiscoverableGroups(repositories.groups, groups, users, memberships, unitOfWork),
    defaultIdentities: new DefaultIdentities(repositories, settings, unitOfWork, passwords, sessions),
  };
}
