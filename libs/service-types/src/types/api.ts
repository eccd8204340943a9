import type { ReadingContext } from '../grammar/context';
import { type Covered, covered } from '../reading';
import type { RequestHead } from '../request';
import type { ServiceType } from '../service-type';
import { outsideNeeds } from './outside-needs';
import { Touched } from './touched';
import { walk } from './walk';

/**
 * Reading is GET and HEAD; every other method writes, unknown ones included, and writes where it copies or moves to as well.
 * Reference: request-mapping#api.
 */
export function routeOf({ method, segments, destination }: RequestHead, { tree }: ReadingContext): Covered {
  const touched = new Touched();
  touched.add(walk(tree, segments));
  if (method === 'GET' || method === 'HEAD') return covered(touched.with('read'));
  if (destination) touched.add(walk(tree, destination));
  return covered(touched.with('write'));
}

/** A web API whose tree has a route for each path segment that matters. */
export const apiService: ServiceType = {
  name: 'api',
  permissions: ['read', 'write'],
  resourceTypes: { route: ['read', 'write'] },
  structure: { service: ['route'], route: ['route'] },
  cookies: 'all',
  ...outsideNeeds(['read', 'write']),
  readsBody: () => false,
  read: routeOf,
};

/** An `api` under the name that lists of projects use. Reference: request-mapping#service-types. */
export const projectApiService: ServiceType = { ...apiService, name: 'project-api' };
