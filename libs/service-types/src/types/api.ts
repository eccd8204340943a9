import type { ReadingContext } from '../grammar/context';
import { Interpreted } from '../grammar/interpreted';
import { type Covered, covered } from '../reading';
import type { ServiceRequest } from '../request';
import type { ServiceType } from '../service-type';
import { outsideNeeds } from './outside-needs';
import { Touched } from './touched';
import { addWithoutSuffixes, walk } from './walk';

/**
 * Reading is GET and HEAD; every other method writes, unknown ones included, and writes where it copies or moves to as well.
 * Reference: request-mapping#api, request-mapping#suffixes.
 */
export function routeOf(
  { method, segments, destination, limits }: ServiceRequest,
  { tree, suffixes }: Pick<ReadingContext, 'tree' | 'suffixes'>,
): Covered {
  const touched = new Touched();
  const interpreted = Interpreted.of(limits);
  const add = (path: readonly string[]): void => {
    if (suffixes) addWithoutSuffixes(touched, tree, path, interpreted);
    else touched.add(walk(tree, path));
  };
  add(segments);
  if (method === 'GET' || method === 'HEAD') return covered(touched.with('read'));
  if (destination) add(destination);
  return covered(touched.with('write'));
}

/** A web API whose tree has a route for each path segment that matters. */
export const apiService: ServiceType = {
  name: 'api',
  permissions: ['read', 'write'],
  resourceTypes: { route: ['read', 'write'] },
  structure: { service: ['route'], route: ['route'] },
  isOws: false,
  cookies: 'all',
  ...outsideNeeds(['read', 'write']),
  readsBody: () => false,
  read: routeOf,
};

/** An `api` under the name that lists of projects use. Reference: request-mapping#service-types. */
export const projectApiService: ServiceType = { ...apiService, name: 'project-api' };
