import type { Authority, PermissionName } from '@gatehouse/access-engine';
import type { ServiceOptions } from '@gatehouse/proxy-options';
import { type OutsideNeeds, type ServiceType, TYPE_CATALOGUE, readPairs } from '@gatehouse/service-types';
import type { Problem } from '@gatehouse/problems';
import { hasBody } from './has-body';
import type { AuthorizationRequest } from './authorization';
import { bodyNotVisible, undeclaredPost } from './refusals';
import { type RequestLimits, RoutedRequest } from './routed-request';

type Configuration = Readonly<Record<string, unknown>>;

/** What a caller may do in a service regardless of the request. Reference: permission-rules#authority. */
export interface ServiceAuthority {
  /** Every request is refused. */
  readonly mayDoNothing: boolean;
  /** Every request is allowed, except for what is switched off. */
  readonly mayDoEverything: boolean;
  /** Every request is allowed: bodies are forwarded unread. */
  readonly mayDoAnything: boolean;
  readonly everywhere: ReadonlySet<PermissionName>;
  /** What a request outside the grammar needs. */
  readonly needs: OutsideNeeds;
}

export function serviceAuthority(
  authority: Authority,
  type: ServiceType,
  configuration: Configuration,
  options: Pick<ServiceOptions, 'unregisteredNames'>,
): ServiceAuthority {
  const { isAdministrator, everywhere, somewhere } = authority;
  const needs = outsideNeedsOf(type, configuration, options);
  const hasNames = needs !== 'administrator' && needs.names.length > 0 && hasAll(everywhere, needs.names);
  return {
    mayDoNothing: !isAdministrator && somewhere.size === 0,
    mayDoEverything: isAdministrator || hasNames,
    mayDoAnything: isAdministrator || (hasNames && !needs.readsBodies),
    everywhere,
    needs,
  };
}

/** What a request outside the grammar of a type needs at a service with these options. */
export function outsideNeedsOf(
  type: ServiceType,
  configuration: Configuration,
  { unregisteredNames }: Pick<ServiceOptions, 'unregisteredNames'>,
): OutsideNeeds {
  // A request to an OGC service that is not read may have names that are reserved for administrators.
  const isReserved = unregisteredNames === 'refuse' && type.cookies === 'named';
  return isReserved ? 'administrator' : type.outsideNeeds(configuration);
}

function hasAll(some: ReadonlySet<PermissionName>, names: readonly PermissionName[]): boolean {
  return names.every((name) => some.has(name));
}

/** For heads, which have no documents. */
const NO_DOCUMENTS: RequestLimits = {
  elements: 0,
  attributes: 0,
  elementAttributes: 0,
  jsonValues: 0,
  formFields: 0,
  names: 0,
  interpreted: 0,
};

/**
 * How the body of a request is handled before the grammar reads it:
 *
 * - `read`: it is relevant, and must be read first;
 * - `ignore`: there is none, it is not relevant, or the caller may send any request;
 * - `allow`: it counts and is not available, and the caller has every permission that a POST to this address could need;
 * - `perhaps`: the same where the front end does not declare the method, so that there may be no body;
 * - a refusal: it counts and is not available.
 *
 * A call of a front end that declares no method may be about a POST. Reference: enforcement#verify.
 */
export function bodyTreatment(
  request: AuthorizationRequest,
  type: ServiceType,
  configuration: Configuration,
  { mayDoAnything, everywhere, needs }: ServiceAuthority,
): 'read' | 'ignore' | 'allow' | 'perhaps' | Problem {
  if (mayDoAnything) return 'ignore';
  const isRead = type.readsBody(new RoutedRequest(request, NO_DOCUMENTS), configuration);
  if (request.bodyIsVisible) return isRead && hasBody(request.request) ? 'read' : 'ignore';
  const mayPost = (): boolean =>
    hasAll(everywhere, type.namesOfPost?.(configuration) ?? TYPE_CATALOGUE.namesOf(type.name));
  if (isRead) {
    const isSpanned = needs !== 'administrator';
    return isSpanned && mayPost() ? 'allow' : bodyNotVisible;
  }
  if (request.methodIsDeclared || request.method !== 'GET') return 'ignore';
  const asPost = new RoutedRequest(
    { method: 'POST', route: request.route, destination: request.destination },
    NO_DOCUMENTS,
  );
  if (!type.readsBody(asPost, configuration)) return 'ignore';
  return mayPost() ? 'perhaps' : undeclaredPost;
}

/** Parameters that a query may contain in addition to a document. */
const BESIDE_DOCUMENT: ReadonlySet<string> = new Set(['service', 'version', 'request']);

/** Whether a query belongs to a request that specifies everything else in its body. */
export function isBesideDocument(query: string): boolean {
  const pairs = readPairs(query, 'query');
  return !('kind' in pairs) && pairs.every(({ name }) => BESIDE_DOCUMENT.has(name));
}

/** Whether a front end verifies a request whose body, if any, is not available here. */
export function hasUnseenBody({ method, bodyIsVisible, request }: AuthorizationRequest): boolean {
  return bodyIsVisible ? hasBody(request) : method !== 'GET' && method !== 'HEAD';
}
