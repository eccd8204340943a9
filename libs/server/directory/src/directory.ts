import type { UnitOfWork } from '@gatehouse/database';
import { AppliedSettingRepository } from './bootstrap/applied-setting-repository';
import { DefaultIdentities } from './bootstrap/default-identities';
import { BulkLookups } from './bulk/bulk-lookups';
import { ContentsReader } from './bulk/directory-contents';
import type { DirectoryDependencies, TokenRevoker } from './dependencies';
import { type DirectoryEvents, NO_DIRECTORY_EVENTS } from './events';
import { GroupRepository } from './groups/group-repository';
import { GroupRules } from './groups/group-rules';
import { Groups } from './groups/groups';
import { DiscoverableGroups } from './memberships/discoverable-groups';
import { MembershipRepository } from './memberships/membership-repository';
import { Memberships } from './memberships/memberships';
import { GroupTerms } from './terms/group-terms';
import { TermsRepository } from './terms/terms-repository';
import { NetworkPrincipals } from './network/network-principals';
import { PermissionUndo } from './permissions/permission-undo';
import { PermissionChanges } from './permissions/changes/permission-changes';
import { Permissions } from './permissions/permissions';
import { Principals } from './permissions/principals';
import { PendingUsers } from './registrations/pending-users';
import { Resources } from './resources/resources';
import { DirectorySearch } from './search/directory-search';
import { Services } from './services/services';
import { AccountContacts } from './users/account-contacts';
import { AccountNotices } from './users/account-notices';
import { AccountRecovery } from './users/account-recovery';
import { Accounts } from './users/accounts';
import { NewPasswords } from './users/new-passwords';
import { UserRepository } from './users/user-repository';
import { UserRules } from './users/user-rules';
import { Users } from './users/users';

/** Everything that is administered, each domain with its rules and the only code that writes its tables. */
export interface Directory {
  readonly users: Users;
  readonly accounts: Accounts;
  readonly accountRecovery: AccountRecovery;
  readonly accountContacts: AccountContacts;
  readonly pendingUsers: PendingUsers;
  readonly groups: Groups;
  readonly memberships: Memberships;
  readonly groupTerms: GroupTerms;
  readonly discoverableGroups: DiscoverableGroups;
  readonly defaultIdentities: DefaultIdentities;
  readonly networkPrincipals: NetworkPrincipals;
  readonly services: Services;
  readonly resources: Resources;
  readonly permissions: Permissions;
  readonly permissionChanges: PermissionChanges;
  readonly search: DirectorySearch;
  readonly permissionUndo: PermissionUndo;
  readonly bulkLookups: BulkLookups;
  readonly contents: ContentsReader;
}

/** What processes need that change resources and permissions, but no accounts. */
export interface ResourceDirectory extends Pick<Directory, 'services' | 'resources' | 'permissions'> {
  readonly principals: Principals;
}

/** Builds the part of the directory for resources and permissions; opens nothing and starts nothing. */
export function createResourceDirectory(
  unitOfWork: UnitOfWork,
  events: DirectoryEvents = NO_DIRECTORY_EVENTS,
): ResourceDirectory {
  const services = new Services(unitOfWork);
  return {
    services,
    resources: new Resources(unitOfWork, services),
    permissions: new Permissions(unitOfWork, events),
    principals: new Principals(new GroupRepository(unitOfWork)),
  };
}

/** Builds the directory of a process; opens nothing and starts nothing. */
export function createDirectory(dependencies: DirectoryDependencies): Directory {
  const { unitOfWork } = dependencies;
  const principals = createPrincipals(dependencies);
  const { services, resources, permissions } = createResourceDirectory(unitOfWork, dependencies.events);
  const { users, groups } = principals;
  const permissionUndo = new PermissionUndo(unitOfWork, permissions, users.rules);
  const permissionChanges = new PermissionChanges({
    unitOfWork,
    users,
    groups,
    permissions,
    userRules: users.rules,
  });
  return {
    ...principals,
    permissionChanges,
    search: new DirectorySearch(unitOfWork),
    services,
    resources,
    permissions,
    permissionUndo,
    bulkLookups: new BulkLookups(unitOfWork),
    contents: new ContentsReader(unitOfWork),
  };
}

const NO_TOKENS: TokenRevoker = { revokeAllOf: async () => [] };

/** Users, groups and what connects them. */
function createPrincipals(dependencies: DirectoryDependencies) {
  const { unitOfWork, settings, passwords, sessions, events = NO_DIRECTORY_EVENTS } = dependencies;
  const { tokens = NO_TOKENS } = dependencies;
  const repositories = {
    users: new UserRepository(unitOfWork),
    groups: new GroupRepository(unitOfWork),
    memberships: new MembershipRepository(unitOfWork),
    terms: new TermsRepository(unitOfWork),
    appliedSettings: new AppliedSettingRepository(unitOfWork),
  };
  const userRules = new UserRules(settings);
  const terms = new GroupTerms(repositories, unitOfWork, dependencies.terms, userRules);
  const groups = new Groups(repositories.groups, new GroupRules(settings), unitOfWork, terms);
  const memberships = new Memberships(
    repositories.memberships,
    groups,
    repositories.users,
    userRules,
    terms,
    unitOfWork,
  );
  const notices = new AccountNotices(dependencies.notices, userRules);
  const newPasswords = new NewPasswords(repositories.users, { sessions, tokens, notices });
  const ports = { passwords, newPasswords, events, notices };
  const users = new Users(repositories.users, userRules, memberships, unitOfWork, ports);
  return {
    users,
    accounts: new Accounts(repositories.users, settings.adminGroup),
    accountContacts: new AccountContacts(repositories.users, userRules, settings.adminGroup),
    accountRecovery: new AccountRecovery(repositories.users, userRules, unitOfWork, ports),
    pendingUsers: new PendingUsers(unitOfWork),
    groups,
    memberships,
    groupTerms: terms,
    discoverableGroups: new DiscoverableGroups(repositories.groups, groups, users, memberships, unitOfWork),
    networkPrincipals: new NetworkPrincipals(repositories, settings),
    defaultIdentities: new DefaultIdentities(repositories, settings, unitOfWork, passwords, newPasswords),
  };
}
