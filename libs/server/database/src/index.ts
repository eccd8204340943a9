export { type Actor, actAs, committedRevision, currentActor, overwriteNothingSince, runAs } from './actor';
export { arrayParameter } from './array-parameter';
export { closeConnection } from './bounded-connections';
export { connectionOptions } from './connection-options';
export { createDataSource } from './data-source';
export { databaseTime } from './database-time';
export { deletionSql } from './deletion-sql';
export * from './embedded';
export { ApiToken, type StoredRestrictionEntry } from './entities/api-token';
export { Group, Membership } from './entities/group';
export { GroupTermsVersion, TermsAcceptance } from './entities/group-terms';
export { ImportRow, type ImportState } from './entities/import';
export { NetworkNode, NetworkToken, type NodeCondition, RemoteUser } from './entities/network';
export { OneTimeLinkRow } from './entities/one-time-link';
export { ExternalIdentity, IdentityProviderRow, IdentityProviderSecret } from './entities/identity-provider';
export { PendingUser, type PendingUserState } from './entities/pending-user';
export { GroupPermission, UserPermission } from './entities/permission';
export { Resource, ServiceRow } from './entities/resource';
export { Session, SessionToken } from './entities/session';
export { AppliedSetting } from './entities/sign-in';
export {
  SynchronizationDifference,
  type SynchronizationMode,
  type SynchronizationProgress,
  type SynchronizationResult,
  SynchronizationRow,
} from './entities/synchronization';
export { User, type UserLocale } from './entities/user';
export { UserStatus } from './entities/user-status';
export { Webhook } from './entities/webhook';
export { nameKeySql, sameNameSql } from './name-key-sql';
export { sameKeySql } from './same-key-sql';
export {
  AnotherDatabase,
  COMPARISON_INTERVAL_MS,
  type Database,
  DirectConnection,
} from './sessions/direct-connection';
export { newestRevision } from './newest-revision';
export { withinTime } from './time-limit';
export { DatabaseIncapable, DatabaseUnavailable, OutcomeUnknown, unavailability } from './unavailable';
export { attachedSql } from './deletion/attached';
export { REVISION_MARK_SQL } from './revision-mark';
export { rowsLeft, unfinishedDeletions } from './deletion/rows-left';
export { HAS_ENDED, type EndedSessions } from './deletion/ended-sessions';
export {
  type Due,
  type DueRows,
  MAX_COUNTED_ROWS,
  STEP_ROWS,
  dueRows,
  removeDue,
  repeatInSteps,
} from './removal';
export {
  type SchemaChangeEvents,
  isSchemaChanging,
  migrate,
  missingMigrations,
  schemaVersion,
} from './schema/migrate';
export { DatabaseProblem } from './start/database-problem';
export { migrateDirectly, openDatabase, startProblem } from './start/open-database';
export { UnitOfWork } from './unit-of-work';
export type { RecordedObject } from './recorded-object';
export { type ChangedField, ChangedMeanwhile, RevisionAhead } from './unchanged-since';
