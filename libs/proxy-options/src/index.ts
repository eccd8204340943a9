export { HOP_BY_HOP } from './header-policy';
export {
  type Hook,
  type CreateResource,
  type Grant,
  type FilterList,
  filters,
  readsBody,
  writesAccess,
} from './hook';
export { type HookedRequest, type HookMatch, hookPath, matchRequest, matchesStatus } from './hook-match';
export { PAGE_POLICY, isInertType } from './page-policy';
export { type RequestTreatment, requestHeaderPolicy } from './request-header-policy';
export { type ResponseTreatment, responseHeaderPolicy } from './response-header-policy';
export {
  UNREGISTERED_NAMES,
  type PathException,
  type ServiceOptions,
  serviceOptionsProblems,
  hooksIn,
  hooksOf,
  storedHooks,
  serviceOptions,
} from './service-options';
export { storedServiceProblems } from './stored-service';
export { type Template, type TemplateValues, renderTemplate } from './template';
