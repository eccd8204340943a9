export { Challenge } from './challenge';
export { type Keys, deriveKeys, equalInConstantTime, hmac } from './keys';
export { Passwords } from './passwords';
export { SignInLimiter, type SignInTry } from './sign-in-limiter';
export {
  type CookieSettings,
  type TokenClaims,
  claimsOf,
  clearCookie,
  setCookie,
  tokensIn,
  withoutCookie,
} from './session-cookie';
export { type IssuedToken, type LiveSession, type SessionOrigin, SessionStore } from './sessions';
