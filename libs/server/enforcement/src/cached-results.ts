import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { LiveApiToken } from '@gatehouse/identity';
import { LRUCache } from 'lru-cache';
import type { AuthorizationRequest, AuthorizationResult } from './authorization';
import { type Caller, userOf } from './caller';
import { hasBody } from './has-body';
import type { ServiceRoute } from './routes';

const MAX_ROUTES = 2_000;
/** Maximum number of results of one route. */
const MAX_RESULTS = 128;

/** Results for one route at one version of one snapshot. */
interface RouteResults {
  readonly snapshot: AccessSnapshot;
  readonly version: number;
  readonly results: Map<number, AuthorizationResult>;
}

/**
 * Results of requests that were allowed, for requests that equal them in everything that the policy considers: the snapshot
 * and its version (revisions without effect, such as sign-ins, clear nothing), the route, the method and whether it was declared, whether a body would be visible, and the user or the API token with its rules. Only
 * requests for shared routes, without a body and without `Destination`, are considered, and only GET and HEAD.
 *
 * Not part of it, and therefore checked for each request: the age of the snapshot, the session, and the origin of the page.
 */
export class CachedResults {
  private readonly routes = new LRUCache<ServiceRoute, RouteResults>({ max: MAX_ROUTES });

  find(
    snapshot: AccessSnapshot,
    caller: Caller,
    request: AuthorizationRequest,
  ): AuthorizationResult | undefined {
    if (request.route.isShared !== true) return undefined;
    const cached = this.routes.get(request.route);
    if (cached?.snapshot !== snapshot || cached.version !== snapshot.version) return undefined;
    const key = keyOf(caller, request);
    const result = key === undefined ? undefined : cached.results.get(key);
    return result && { ...result, caller };
  }

  store(
    snapshot: AccessSnapshot,
    caller: Caller,
    request: AuthorizationRequest,
    result: AuthorizationResult,
  ): void {
    const { route } = request;
    if (route.isShared !== true || result.refusal) return;
    const key = keyOf(caller, request);
    if (key === undefined) return;
    const { version } = snapshot;
    let cached = this.routes.get(route);
    if (cached?.snapshot !== snapshot || cached.version !== version) {
      cached = { snapshot, version, results: new Map() };
      this.routes.set(route, cached);
    }
    if (cached.results.size < MAX_RESULTS) cached.results.set(key, result);
  }
}

/** Number of combinations of method, declaration and visibility, and of the id of anonymous callers. */
const MAX_VARIANTS = 8;

/** The user and the form of a request; undefined: its results are not cached. */
function keyOf(caller: Caller, request: AuthorizationRequest): number | undefined {
  const { method, destination, methodIsDeclared, bodyIsVisible } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (destination !== undefined || hasBody(request.request)) return undefined;
  if (caller.kind !== 'session' && caller.kind !== 'anonymous') return undefined;
  const form = (method === 'HEAD' ? 4 : 0) + (methodIsDeclared ? 2 : 0) + (bodyIsVisible ? 1 : 0);
  const token = caller.kind === 'session' ? caller.session.apiToken : undefined;
  // Ids of users begin with 1.
  const subject = token ? -numberOf(token) : (userOf(caller) ?? 0);
  return subject * MAX_VARIANTS + form;
}

/** Numbers of API tokens as they were looked up: after a change, a token is looked up again and has another one. */
const numbers = new WeakMap<LiveApiToken, number>();
let newest = 0;

function numberOf(token: LiveApiToken): number {
  let number = numbers.get(token);
  if (number === undefined) numbers.set(token, (number = ++newest));
  return number;
}
