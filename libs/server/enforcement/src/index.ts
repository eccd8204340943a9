export {
  type AuthorizationRequest,
  type BufferedBody,
  type BodyReader,
  type AuthorizationResult,
} from './authorization';
export { type SignedInCaller, type Caller, accessOf, userOf } from './caller';
export { PendingDecision, resultOf } from './pending-decision';
export { DecisionSteps } from './decision-steps';
export { type Destination, type PublicRouteReader, Destinations } from './destination';
export { evaluateRequest } from './evaluate-request';
export { Freshness } from './freshness';
export { hasBody } from './has-body';
export { type MaybePromise, andThen, orElse, attempt } from './maybe-promise';
export { NetworkTokenParameter } from './network-token-parameter';
export { PageAddresses } from './page-addresses';
export { PageRequests } from './page-requests';
export { type PolicyEvaluatorOptions, PolicyEvaluator } from './policy-evaluator';
export { proxyCors } from './proxy-cors';
export { PublicAddress } from './public-address';
export { ServicePages } from './service-pages';
export { type Step, type StepOutcome, StepChain } from './step-chain';
export {
  severalHosts,
  noHost,
  unknownExpectation,
  unknownRoute,
  notAllowed,
  methodNotDeclared,
  untrustedPeer,
  metricsRestricted,
  publishedElsewhere,
  bodyTooLarge,
  bodyTooSlow,
  bodyIncomplete,
  tooManyBodies,
  futureRevision,
  stale,
  invalidRequest,
  upstreamUnreachable,
  upstreamBusy,
  upstreamTimeout,
  unexpectedError,
  hookFailed,
  replyHookFailed,
  malformedPath,
  malformedDeclaration,
  FORWARDED_METHODS,
  methodNotAllowed,
  UnrecognizedRequest,
} from './refusals';
export { cachedRoutes } from './cached-routes';
export { requestLimits } from './request-limits';
export {
  type ServiceRoute,
  type FrontEndRoute,
  type OwnRouteKind,
  type Route,
  routeReader,
  declaredRouteReader,
  declaredPathOf,
} from './routes';
export { type RequestLimits, RoutedRequest, readingContext } from './routed-request';
export { type ResourceNeed, type Need, type ExplainedNeeds, explainedNeeds } from './tester/explained-needs';
export { type ProxyAddress, proxyTarget } from './tester/proxy-target';
export {
  type TestedRequest,
  type TestedState,
  type Evaluation,
  RequestTester,
} from './tester/request-tester';
export { testedHead } from './tester/tested-head';
export { bodyHeaders } from './body-headers';
