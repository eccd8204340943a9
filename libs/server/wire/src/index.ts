export { type MediaRange, acceptedRanges, preferredType, qualityOf } from './accept';
export { Challenge } from './challenge';
export { networkOf } from './client-network';
export { escapeMarkup } from './markup';
export { type Redaction, redactApiTarget, redactQuery, redactTarget } from './redaction';
export {
  type CookieSettings,
  type TokenClaims,
  claimsOf,
  clearCookie,
  newToken,
  setCookie,
  tokensIn,
  withoutCookie,
} from './session-cookie';
export { TrustedPeers, peerOf } from './trusted-peers';
export {
  type AnswerWriter,
  type UnreadableRequest,
  type WrittenAnswer,
  answerUnreadable,
  refuseConnect,
} from './unreadable-request';
