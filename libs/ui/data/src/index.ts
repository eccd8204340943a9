export { AboutApi } from './about-api';
export { ApiClient, REPLY_LANGUAGE } from './api-client';
export type { Schema } from './api-types';
export { AuditApi, type AuditFilter } from './audit-api';
export { BrowserLocation, decodedSegment } from './browser-location';
export { type ChangeEvent, ChangeFeed, concerns, EVENT_STREAM } from './change-feed';
export { Deployment, deploymentPaths, type DeploymentPaths } from './deployment';
export { DeploymentSettings } from './deployment-settings';
export {
  DirectoryGroupsApi,
  type GroupChanges,
  type GroupDetail,
  type ListedGroup,
  type NewGroup,
  type PublicGroup,
  type TermsVersion,
} from './directory-groups-api';
export {
  DirectoryUsersApi,
  type Memberships,
  type NewUser,
  type User,
  type UserChanges,
  type UserSession,
  type UserSummary,
} from './directory-users-api';
export { GroupsApi } from './groups-api';
export { type ExternalIdentity, IdentitiesApi } from './identities-api';
export { Interruption } from './interruption';
export { type Link, type LinkOutcome, LinksApi } from './links-api';
export { type LinkConsentAddress, type LinkConsentRequest, NetworkApi } from './network-api';
export {
  type NetworkNode,
  type NewNode,
  type NewRemoteUser,
  type NodeChanges,
  NodesApi,
  type NodeState,
  type RemoteUser,
} from './nodes-api';
export {
  type NewWebhook,
  type Notification,
  NotificationsApi,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from './notifications-api';
export { OverviewApi } from './overview-api';
export { PasswordApi } from './password-api';
export {
  type AccessFilter,
  type MatrixPage,
  MOST_CHANGES,
  nameOf,
  PermissionsApi,
  type Principal,
} from './permissions-api';
export { PendingRegistrationsApi, type RegistrationDetail } from './pending-registrations-api';
export { asProblem, Problem } from './problem';
export {
  type IdentityProvider,
  type ProviderDefinition,
  ProvidersApi,
  type ProviderSummary,
} from './providers-api';
export { type PendingRegistration, type Registration, RegistrationApi } from './registration-api';
export { Remote } from './remote';
export { type RequestEvaluation, RequestsApi, type TestedRequest } from './requests-api';
export { continueAddress, returnAddress, signInAddress } from './return-address';
export { type SearchKind, SearchApi } from './search-api';
export {
  type NewResource,
  type NewService,
  type ServiceChange,
  ServicesApi,
  type ServicesByType,
} from './services-api';
export { Session } from './session';
export { type Methods, SignInMethods } from './sign-in-methods';
export { SignInNews } from './sign-in-news';
export { UsersApi } from './users-api';
