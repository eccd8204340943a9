export type {
  DirectoryDependencies,
  DirectorySettings,
  PasswordHasher,
  SessionRevoker,
} from './dependencies';
export { type Directory, createDirectory } from './directory';
export { DefaultIdentities } from './bootstrap/default-identities';
export type { GroupChange, GroupPriority, NewGroup } from './groups/group';
export { GroupRules } from './groups/group-rules';
export { Groups } from './groups/groups';
export { DiscoverableGroups } from './memberships/discoverable-groups';
export { Memberships } from './memberships/memberships';
export type { Page } from './page';
export { Permissions } from './permissions/permissions';
export { Resources } from './resources/resources';
export { Services } from './services/services';
export { Accounts } from './users/accounts';
export type { AccountCaller, AccountSummary, NewUser, UserChange, UserRow } from './users/user';
export { UserRules } from './users/user-rules';
export { STATUS_CHOICES, type StatusFilter, nameOfStatus, parseStatusFilter } from './users/user-status';
export { Users } from './users/users';
