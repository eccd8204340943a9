export { ExternalAccounts } from './accounts/external-accounts';
export { IdentityLinks, type IdentityNotices, type NoticedIdentity } from './accounts/identity-links';
export { IdentitySessions } from './accounts/identity-sessions';
export { fixedProviders } from './configuration/fixed-providers';
export { validateProviderEntries } from './configuration/provider-entries';
export { type RawDefinition } from './configuration/presets';
export { CredentialAttempts, type PresentedCredential } from './credential-attempts';
export { CredentialCheck } from './passwords/credential-check';
export { OwnerConfirmation } from './passwords/owner-confirmation';
export { type PasswordResetMails, PasswordResets } from './passwords/password-resets';
export { PasswordSignIn } from './passwords/password-sign-in';
export { isChosenByUsers } from './definition';
export {
  type AttemptState,
  IdentityRejected,
  ProviderUnavailable,
  type VerifiedIdentity,
} from './identity-provider';
export type { ProviderLogout } from './openid-connect/logout-token';
export { CountedNonces } from './openid2/assertion-nonces';
export { IssuerChecks } from './openid-connect/issuer-check';
export { OpenIdConnectProvider } from './openid-connect/openid-connect-provider';
export { ProviderAdministration } from './provider-administration';
export { tokenNotice } from './token-notice';
export {
  type ListedProvider,
  ProviderRegistry,
  readAllowedProvider,
  type RegisteredProvider,
} from './provider-registry';
