import type { RequestMapping, ServiceType } from '../service-type';
import { walk } from './walk';

/** Reading is GET and HEAD; every other method writes, unknown ones included. spec: permissions 4.6.2. */
const routeOf: RequestMapping = ({ method, segments }, tree) => ({
  permission: method === 'GET' || method === 'HEAD' ? 'read' : 'write',
  resources: [walk(tree, segments)],
});

/** A web API whose tree has a route for each path segment that matters. */
export const apiService: ServiceType = {
  name: 'api',
  permissions: ['read', 'write'],
  resourceTypes: { route: ['read', 'write'] },
  structure: { service: ['route'], route: ['route'] },
  targetOf: routeOf,
};

/** An `api` under the name that lists of projects use. spec: decisions 2. */
export const projectApiService: ServiceType = { ...apiService, name: 'project-api' };
