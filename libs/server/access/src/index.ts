export { ApiTokenDirectory } from './api-token-directory';
export { loadSnapshot } from './load';
export { RowDetails } from './row-details';
export { SessionDirectory, SessionsUnavailable, digestOf } from './session-directory';
export { isOneOf } from './session-events';
export { SnapshotFollower } from './snapshot-follower';
export { addSnapshotMetrics } from './snapshot-metrics';
export { UsableServices } from './usable-services';
