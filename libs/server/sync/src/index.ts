export { type Decided, MAX_DECIDED } from './application/decisions';
export type { StoredDifference } from './application/difference-repository';
export type { MergedChildren, RemoteChild } from './application/merged-tree';
export type { Credentials } from './credentials';
export type { Preview } from './preview';
export type { StoredJob } from './jobs/job-repository';
export { MAX_XML_BYTES, type SyncLimits } from './limits';
export { limitsOf, sourceHttpOf } from './sync-settings';
export { type ServiceAttention, Synchronization, type SynchronizationState } from './synchronization';
