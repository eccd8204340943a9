export { type Actor, actAs, committedRevision, currentActor, overwriteNothingSince, runAs } from './actor';
export { closeConnection } from './bounded-connections';
export { type DatabaseOptions, createDataSource, entities, migrate, schemaVersion } from './data-source';
export * from './embedded';
export { CountedRequest } from './entities/counted-request';
export { Group, Membership } from './entities/group';
export { GroupTermsVersion, TermsAcceptance } from './entities/group-terms';
export {
  NetworkLinkAttempt,
  NetworkMessageId,
  NetworkNode,
  NetworkNodeState,
  NetworkToken,
  type NodeCondition,
  RemoteUser,
} from './entities/network';
export {
  ClaimedMembership,
  ExternalIdentity,
  IdentityProviderRow,
  IdentityProviderSecret,
} from './entities/identity-provider';
export { OneTimeLinkRow } from './entities/one-time-link';
export { PendingUser, type PendingUserState } from './entities/pending-user';
export { GroupPermission, UserPermission } from './entities/permission';
export { OutboxMessage, type OutboxState } from './entities/outbox-message';
export { Resource, ServiceRow } from './entities/resource';
export { Session, SessionToken } from './entities/session';
export { AppliedSetting, SignInAddress, SignInFailure } from './entities/sign-in';
export { User, type UserLocale, UserStatus } from './entities/user';
export { Webhook, WebhookDelivery, WebhookState } from './entities/webhook';
export { nameKeySql, sameNameSql } from './name-key-sql';
export { withinTime } from './time-limit';
export {
  DatabaseIncapable,
  DatabaseUnavailable,
  OutcomeUnknown,
  startProblem,
  unavailability,
} from './unavailable';
export { UnitOfWork } from './unit-of-work';
export { RECORDED, type RecordedObject } from './recorded-object';
export { type ChangedField, ChangedMeanwhile, RevisionAhead } from './unchanged-since';
