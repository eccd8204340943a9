export { ExternalAccounts, sessionOriginOf } from './accounts/external-accounts';
export { IdentitySessions } from './accounts/identity-sessions';
export { type FixedProviders, InvalidProviders, fixedProviders } from './configuration/fixed-providers';
export { type RawDefinition, PRESET_NAMES } from './configuration/presets';
export { PROVIDER_FIELDS, readProvider } from './configuration/read-provider';
export { CredentialAttempts, type PresentedCredential } from './credential-attempts';
export { createProvider } from './create-provider';
export {
  type FieldNames,
  type GroupMapping,
  type ProviderConfiguration,
  type ProviderDefinition,
  isChosenByUsers,
} from './definition';
export {
  type AttemptState,
  type IdentityProvider,
  IdentityRejected,
  type ProviderKind,
  ProviderUnavailable,
  type RejectionReason,
  type SignInAttempt,
  type VerifiedIdentity,
} from './identity-provider';
export type { ProviderLogout } from './openid-connect/logout-token';
export { type AssertionNonces, CountedNonces } from './openid2/assertion-nonces';
export { type IssuerCheck, IssuerChecks } from './openid-connect/issuer-check';
export { OpenIdConnectProvider } from './openid-connect/openid-connect-provider';
export { ProviderAdministration } from './provider-administration';
export { tokenNotice } from './token-notice';
export {
  type ListedProvider,
  ProviderRegistry,
  readAllowedProvider,
  type ProviderSource,
  type RegisteredProvider,
} from './provider-registry';
