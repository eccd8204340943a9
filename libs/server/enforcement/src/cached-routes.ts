import { LRUCache } from 'lru-cache';
import type { Route, ServiceRoute } from './routes';

const MAX_ROUTES = 2_000;
/** Maximum number of targets that are noted as seen once. */
const MAX_SEEN = 4_000;
/** Maximum number of characters of a target whose route is cached. */
const MAX_LENGTH = 512;

/**
 * The same reader, which caches the routes of recent targets, as frozen objects that all requests for a target share. Targets
 * with a query are always read: queries vary too much, and may contain network tokens, which are not cached. A route is cached
 * when its target is seen again: most of the cost of caching it would be wasted on targets that never repeat.
 */
export function cachedRoutes(routeOf: (target: string) => Route): (target: string) => Route {
  const routes = new LRUCache<string, ServiceRoute>({ max: MAX_ROUTES });
  const seen = new Set<string>();
  return (target) => {
    const cached = routes.get(target);
    if (cached) return cached;
    const route = routeOf(target);
    if ((route.kind !== 'proxy' && route.kind !== 'verify') || route.query !== '') return route;
    if (target.length > MAX_LENGTH) return route;
    if (!seen.delete(target)) {
      if (seen.size >= MAX_SEEN) seen.clear();
      seen.add(target);
      return route;
    }
    Object.freeze(route.segments);
    const shared = Object.freeze({ ...route, isShared: true });
    routes.set(target, shared);
    return shared;
  };
}
