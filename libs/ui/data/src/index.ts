export { ApiClient, REPLY_LANGUAGE } from './api-client';
export { AuditApi, type AuditFilter } from './audit-api';
export { BrowserLocation, decodedSegment } from './browser-location';
export { type ChangeEvent, ChangeFeed, concerns, EVENT_STREAM } from './change-feed';
export {
  type AppliedConfiguration,
  ConfigurationApi,
  type ConfigurationEffect,
  type ConfigurationFile,
  type ConfigurationMessage,
  type ConfigurationPlan,
  type ConfigurationRequest,
  type Drift,
  type EffectEntry,
  type EffectRow,
  type EffectSide,
  type FileSet,
  type FileSetCounts,
  type KeptObject,
  type LaterChange,
  MAX_CONFIGURATION_FILES,
  type PlannedConfigurationChange,
} from './configuration-api';
export { Deployment, type DeploymentPaths } from './deployment';
export { DeploymentSettings } from './deployment-settings';
export {
  DirectoryGroupsApi,
  type GroupChanges,
  type GroupDetail,
  type ListedGroup,
  type TermsVersion,
} from './directory-groups-api';
export {
  DirectoryUsersApi,
  type User,
  type UserChanges,
  type UserSession,
  type UserSummary,
} from './directory-users-api';
export { type ExternalIdentity, IdentitiesApi } from './identities-api';
export {
  type Import,
  type ImportConflicts,
  type ImportCounts,
  ImportsApi,
  type ImportWithReport,
} from './imports-api';
export { Interruption } from './interruption';
export { type NetworkNode, type NodeChanges, NodesApi, type NodeState, type RemoteUser } from './nodes-api';
export {
  type NewWebhook,
  type Notification,
  NotificationsApi,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from './notifications-api';
export { type AccessFilter, MAX_CHANGES, nameOf, PermissionsApi, type Principal } from './permissions-api';
export { PendingRegistrationsApi, type RegistrationDetail } from './pending-registrations-api';
export { asProblem, Problem } from './problem';
export {
  type IdentityProvider,
  type IssuerDiscovery,
  type ProviderDefinition,
  ProvidersApi,
} from './providers-api';
export { type Registration } from './registration-api';
export { Remote } from './remote';
export { type RequestEvaluation, RequestsApi, type TestedRequest } from './requests-api';
export { signInAddress } from './return-address';
export { type SearchKind, SearchApi } from './search-api';
export { type NewService, ServicesApi } from './services-api';
export { Session } from './session';
export { SignInMethods } from './sign-in-methods';
export { SignInNews } from './sign-in-news';
export { revisionOf } from './shown-revision';
export {
  type ChangeFilter,
  type MatchedResource,
  type RemoteResource,
  SynchronizationApi,
  type SynchronizationChange,
  type SynchronizationCredentials,
  type SynchronizationJob,
  type SynchronizationPreview,
  type SynchronizationSource,
  type SynchronizationState,
} from './synchronization-api';
export {
  type ApiToken,
  type CreatedApiToken,
  MAX_RESTRICTION_ENTRIES,
  type NewApiToken,
  type RestrictionEntry,
  TokensApi,
} from './tokens-api';
export { UsersApi } from './users-api';
