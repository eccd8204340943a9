export { type Page, Reply } from './answer';
export {
  ANONYMOUS,
  type AnonymousCaller,
  type Caller,
  IDENTIFICATION,
  type Identification,
  type SignedInCaller,
} from './caller';
export { type Reader, readerOf } from './negotiation';
export { comesFromAnotherSite } from './cross-site';
export { type DeclaredError, type ErrorsByStatus, withStatus } from './declared-errors';
export type { DeclaredRoute } from './declared-route';
export { BodyFieldNames } from './body/body-field-names';
export { DeclaredRoutes } from './declared-routes';
export { Endpoint } from './endpoint';
export type { Access, EndpointDeclaration, Protection } from './endpoint-declaration';
export { FromCaller, FromLocale, FromOrigin, FromReader, type Origin } from './from-caller';
export { HttpModule } from './http.module';
export { IfMatch } from './if-match';
export { installPipeline } from './install';
export { PathParameter, type PathParameterDeclaration, type PathTargetResolver, Target } from './path-target';
export { Problem, type ProblemDetails, type ProblemParam, listText } from '@gatehouse/problems';
export { REFUSALS, type RefusalListener } from './refusals';
export { REVISIONS, type Revisions } from './revision.guard';
export { FromScope, type RequestScope, scopeOf } from './request-scope';
export { statusesOf, takesBody } from './statuses';
export { type Source, type Token, provide, provideBy, tokenOf } from './provide';
export { LOGGER, SETTINGS } from './tokens';
export { type DescriptionOptions, describeApi } from './openapi/describe';
export { WrittenReplies } from './written-replies';
