export { type Actor, actAs, committedRevision, currentActor, overwriteNothingSince, runAs } from './actor';
export { createDataSource } from './data-source';
export { deletionSql } from './deletion-sql';
export * from './embedded';
export { Group, Membership } from './entities/group';
export { GroupTermsVersion, TermsAcceptance } from './entities/group-terms';
export { NetworkNode, NetworkToken, type NodeCondition, RemoteUser } from './entities/network';
export { OneTimeLinkRow } from './entities/one-time-link';
export { ExternalIdentity, IdentityProviderRow, IdentityProviderSecret } from './entities/identity-provider';
export { PendingUser, type PendingUserState } from './entities/pending-user';
export { GroupPermission, UserPermission } from './entities/permission';
export { Resource, ServiceRow } from './entities/resource';
export { Session, SessionToken } from './entities/session';
export { AppliedSetting } from './entities/sign-in';
export { User, type UserLocale, UserStatus } from './entities/user';
export { Webhook } from './entities/webhook';
export { nameKeySql, sameNameSql } from './name-key-sql';
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
export { migrateDirectly, openDatabase, startProblem } from './start/open-database';
export { UnitOfWork } from './unit-of-work';
export type { RecordedObject } from './recorded-object';
export { type ChangedField, ChangedMeanwhile, RevisionAhead } from './unchanged-since';
