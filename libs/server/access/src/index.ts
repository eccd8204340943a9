export { RowDetails, type UserDetails } from './row-details';
export {
  SessionDirectory,
  type SessionDirectoryOptions,
  SessionsUnavailable,
  digestOf,
} from './session-directory';
export type { SessionListener } from './session-events';
export {
  type FollowerOptions,
  NotFollowing,
  type RevisionListener,
  SnapshotFollower,
} from './snapshot-follower';
export { UsableServices } from './usable-services';
