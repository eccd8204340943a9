export type {
  DirectoryDependencies,
  DirectorySettings,
  PasswordHasher,
  SessionRevoker,
} from './dependencies';
export { type Directory, createDirectory } from './directory';
export { Groups } from './groups/groups';
export { Memberships } from './memberships/memberships';
export { Permissions } from './permissions/permissions';
export { Resources } from './resources/resources';
export { Services } from './services/services';
export { Users } from './users/users';
