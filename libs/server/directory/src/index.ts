export type {
  DirectoryDependencies,
  DirectorySettings,
  PasswordHasher,
  SessionRevoker,
  TokenRevoker,
} from './dependencies';
export { type DirectoryEvents, NO_DIRECTORY_EVENTS, type PermissionChange } from './events';
export { DefaultIdentities } from './bootstrap/default-identities';
export type { GroupChange, GroupColumns, GroupPriority, NewGroup } from './groups/group';
export { GroupRules } from './groups/group-rules';
export { type AccessDirectory, type Directory, createAccessDirectory, createDirectory } from './directory';
export { Groups } from './groups/groups';
export { parseToken } from './links/link-token';
export type { LinkFilter, LinkOperation, NewLink, OneTimeLink } from './links/one-time-link';
export { OneTimeLinks } from './links/one-time-links';
export { DiscoverableGroups } from './memberships/discoverable-groups';
export type { MembershipState, NewMembership } from './memberships/membership';
export { Memberships } from './memberships/memberships';
export { NetworkPrincipals, type NodePrincipals } from './network/network-principals';
export type { Page } from './page';
export * from './permissions/assignment-fields';
export { BranchPermissions } from './permissions/branch/branch-permissions';
export {
  type RequestedChange,
  readRequestedChanges,
  rejectRepeated,
} from './permissions/changes/requested-change';
export { toConflict } from './permissions/changes/changed-assignments';
export { type AppliedChanges, PermissionChanges } from './permissions/changes/permission-changes';
export * from './permissions/permission-assignment';
export * from './permissions/permission-rules';
export { PermissionUndo } from './permissions/permission-undo';
export { Permissions } from './permissions/permissions';
export { type NewPendingUser, PendingUsers, type PendingUserRow } from './registrations/pending-users';
export * from './resources/resource';
export { MAX_RESOURCE_LEVELS } from './resources/resource-rules';
export { Resources, resourceNotFound } from './resources/resources';
export * from './services/protected-service';
export { findServiceType, requireServiceType } from './services/service-rules';
export { structureOf } from './services/service-structure';
export {
  DirectorySearch,
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchRange,
} from './search/directory-search';
export { Services, serviceNotFound } from './services/services';
export type { AccountNotices, NoticedUser } from './users/account-notices';
export { AccountRecovery } from './users/account-recovery';
export { GroupTerms, type TermsPorts } from './terms/group-terms';
export type { Acceptance, TermsMails, TermsRequest, TermsVersion } from './terms/terms';
export { Accounts } from './users/accounts';
export { type PasswordContext, selfChosenPasswordError } from './users/self-chosen-password';
export type {
  AccountCaller,
  AccountNames,
  AccountSummary,
  LinkedIdentity,
  NewUser,
  ShownUser,
  UserChange,
  UserColumns,
  UserRow,
} from './users/user';
export { UserRules } from './users/user-rules';
export { STATUS_CHOICES, type StatusFilter, nameOfStatus, parseStatusFilter } from './users/user-status';
export { Users } from './users/users';
