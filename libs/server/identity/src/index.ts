export {
  type ApiTokenFields,
  ApiTokenStore,
  type ListedApiToken,
  MAX_TOKENS_OF_USER,
} from './api-tokens/api-token-store';
export { type DueReminder, MAX_REMINDERS_AT_ONCE, TokenReminders } from './api-tokens/token-reminders';
export { apiTokenIn } from './api-tokens/token-text';
export { CookieReissue } from './cookie-reissue';
export { deviceOf } from './device';
export { HashQueue, HashQueueFull, type HashQueueLimits, type HashSource } from './hash-queue';
export { deriveKeys } from './keys';
export { KnownDevices } from './known-devices';
export { NewDevices, type SignInClient } from './new-devices';
export { PasswordWork } from './password-work';
export { type CallerSession, isRecentSignIn } from './recent-sign-in';
export { identifyingSession } from './one-user';
export { Passwords } from './passwords';
export { type PasswordResetRequest, PasswordResetRequests } from './password-reset-requests';
export { RequestCounts } from './request-counts';
export { type SignInLimits, tooManySignIns } from './too-many-sign-ins';
export { SignInLimiter, type SignInTry } from './sign-in-limiter';
export { sealText, unsealText } from './sealed-text';
export { type ListedSession, SessionList, type SessionOwner } from './session-list';
export { SessionUses } from './session-uses';
export {
  type IssuedToken,
  type LiveApiToken,
  type LiveSession,
  type SessionOrigin,
  SessionStore,
} from './session-store';
