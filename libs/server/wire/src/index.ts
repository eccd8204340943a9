export { acceptedRanges, preferredType } from './accept';
export { type PresentedAuthorization, presentedIn } from './authorization-header';
export { isBegunElsewhere, isNavigationFromElsewhere } from './browser-requests';
export { Challenge } from './challenge';
export { networkOf } from './client-network';
export { Cors, type CorsHeaders, isAllowed } from './cors';
export { comesFromAnotherOrigin } from './cross-origin';
export { type DescribedRequest, type RefusedRequest, envelope, errorBody } from './envelope';
export { LatestResponses } from './latest-responses';
export { localeOf } from './locale';
export { escapeMarkup } from './markup';
export { redactApiTarget, redactTarget } from './redaction';
export { normalPath } from './normal-path';
export { writeHtml } from './rendering/html';
export { renderJson, writeJson } from './rendering/json';
export { LazyList, LazyObject, type Step, type Wait, type Written } from './rendering/lazy';
export { shareSmallText, shareText, smallJson } from './rendering/small-json';
export { TextWriter, textOf } from './rendering/text-writer';
export { writeXml } from './rendering/xml';
export { requestIdOf } from './request-id';
export {
  type CookieSettings,
  type OwnCookieNames,
  claimsOf,
  clearCookies,
  identifyingTokensIn,
  newToken,
  ownCookieNames,
  setCookie,
  startCookies,
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
