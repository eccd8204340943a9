export type { DirectorySettings, TokenRevoker } from './dependencies';
export { type AssignmentKey, BulkLookups, type ChildKey } from './bulk/bulk-lookups';
export {
  ContentsReader,
  type ExportedAssignment,
  type ExportedResource,
  type ExportedRow,
  type ExportedUser,
} from './bulk/directory-contents';
export { DETAIL_COLUMNS } from './fields/details';
export { GROUP_TABLE } from './fields/group';
export { NODE_TABLE, REMOTE_USER_TABLE } from './fields/node';
export { RECORDED } from './fields/recorded';
export { RESOURCE_TABLE } from './fields/resource';
export { SERVICE_TABLE } from './fields/service';
export { insertion, selection, update } from './fields/statements';
export {
  type AnyTable,
  type Change,
  type Field,
  type Public,
  type Settable,
  fieldsWith,
  isSettable,
} from './fields/table';
export { USER_TABLE } from './fields/user';
export { changeOf, settableOf, shownAs, withDefaults } from './fields/values';
export { WEBHOOK_TABLE } from './fields/webhook';
export { type DirectoryEvents, type PermissionChange } from './events';
export { DefaultIdentities } from './bootstrap/default-identities';
export { defaultObjects } from './bootstrap/default-objects';
export type { GroupChange, GroupPriority, NewGroup } from './groups/group';
export { GroupRules } from './groups/group-rules';
export {
  type ResourceDirectory,
  type Directory,
  createResourceDirectory,
  createDirectory,
} from './directory';
export { Groups } from './groups/groups';
export { parseToken } from './links/link-token';
export type { LinkOperation, OneTimeLink } from './links/one-time-link';
export { OneTimeLinks } from './links/one-time-links';
export { DiscoverableGroups } from './memberships/discoverable-groups';
export type { MembershipState, NewMembership } from './memberships/membership';
export { Memberships } from './memberships/memberships';
export { NetworkPrincipals } from './network/network-principals';
export * from './permissions/assignment-fields';
export {
  type RequestedChange,
  readRequestedChanges,
  rejectRepeated,
} from './permissions/changes/requested-change';
export { toConflict } from './permissions/changes/changed-assignments';
export { PermissionChanges } from './permissions/changes/permission-changes';
export * from './permissions/permission-assignment';
export * from './permissions/permission-rules';
export { PermissionUndo } from './permissions/permission-undo';
export { Permissions } from './permissions/permissions';
export type { PendingUserRow } from './registrations/pending-user-repository';
export { PendingUsers } from './registrations/pending-users';
export { RegistrationLimits } from './registrations/registration-limits';
export type { RegistrationMails, ReviewLinkIds } from './registrations/registration-mails';
export { Registrations, type Submission } from './registrations/registrations';
export * from './resources/resource';
export {
  MAX_RESOURCE_LEVELS,
  rejectTooDeep,
  typeBelow,
  validateDisplayName,
  validateResourceName,
} from './resources/resource-rules';
export { Resources, resourceNotFound } from './resources/resources';
export * from './services/protected-service';
export {
  findServiceType,
  isConfigured,
  requireServiceType,
  validateService,
  validateServiceUrlInFile,
} from './services/service-rules';
export { structureOf } from './services/service-structure';
export { type SynchronizationOptions, synchronizationOptions } from './services/synchronization-options';
export {
  DirectorySearch,
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchRange,
} from './search/directory-search';
export { OverviewRepository } from './search/overview-repository';
export { Services, serviceNotFound } from './services/services';
export type { AccountMails, NoticePorts, NoticedUser, RemainingAccess } from './users/account-notices';
export { AccountContacts } from './users/account-contacts';
export { AccountRecovery } from './users/account-recovery';
export { GroupTerms, type TermsPorts } from './terms/group-terms';
export type { Acceptance, TermsMails, TermsRequest, TermsVersion } from './terms/terms';
export { Accounts } from './users/accounts';
export type { AccountCaller, LinkedIdentity, NewUser, ShownUser, UserChange, UserRow } from './users/user';
export { keptTokensInvalid } from './users/user-errors';
export { UserRules } from './users/user-rules';
export { STATUS_CHOICES, nameOfStatus, parseStatusFilter } from './users/user-status';
export { Users } from './users/users';
export { JOIN_SERVICE } from './services/service-rows';
export type { Page } from './page';
