export { CookieReissue } from './cookie-reissue';
export { HashQueue, HashQueueFull, type HashQueueLimits, type HashSource } from './hash-queue';
export { type Keys, deriveKeys, equalInConstantTime, hmac } from './keys';
export { type PasswordLimits, Passwords } from './passwords';
export { type SignInAccount, SignInLimiter, type SignInTry } from './sign-in-limiter';
export { type ListedSession, SessionList } from './session-list';
export { SessionUses } from './session-uses';
export { type IssuedToken, type LiveSession, type SessionOrigin, SessionStore } from './sessions';
