import type { PermissionName } from '@gatehouse/access-engine';
import type { ReadingContext } from '../grammar/context';
import { localNameOf } from '../protocols/feature-names';
import { ABOUT_SERVICE, WFS, readWfs } from '../protocols/wfs';
import { type Reading, covered, isOutside } from '../reading';
import type { ServiceRequest } from '../request';
import type { ServiceType } from '../service-type';
import { endpointProblem } from './endpoint';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';
import { Touched, single } from './touched';

const ON_SERVICE: readonly PermissionName[] = [
  'createstoredquery',
  'describefeaturetype',
  'describestoredqueries',
  'dropstoredquery',
  'getcapabilities',
  'getfeature',
  'getfeaturewithlock',
  'liststoredqueries',
  'lockfeature',
  'transaction',
];

function layersOf(request: ServiceRequest, context: ReadingContext): Reading {
  const problem = endpointProblem(request, context, 'wfs');
  if (problem) return problem;
  const requested = readWfs(request, WFS, context.parameters);
  if (isOutside(requested)) return requested;
  const { permission, names, executes } = requested;
  const { serviceId } = context.tree;
  if (ABOUT_SERVICE.has(permission)) return covered(single(permission, serviceId, true), executes);
  const touched = new Touched();
  for (const name of names) addType(touched, name, context);
  if (requested.reachesUnnamed || requested.reachesAll) touched.addEverything();
  const target = touched.with(permission);
  // Layers have no permission of this name: what denies their features must not be avoided by locking them.
  const withFeatures =
    permission === 'getfeaturewithlock' ? [...target, ...touched.with('getfeature')] : target;
  return covered(withFeatures, executes);
}

/**
 * Adds every layer of the same local name: MapServer and QGIS Server remove prefixes, regardless of their bindings. If all of
 * them have other prefixes than the requested type, it may also be one that is not registered.
 */
function addType(touched: Touched, name: string, { tree, registeredNamesOnly }: ReadingContext): void {
  const local = localNameOf(name).toLowerCase();
  const namesakes = tree.childrenByLocalName(tree.serviceId, local);
  for (const resourceId of namesakes) touched.add({ resourceId, exact: true });
  const same = new Set([local, name.toLowerCase()]);
  const isRegistered = namesakes.some(
    (resourceId) => local === name.toLowerCase() || same.has(tree.nameOf(resourceId).toLowerCase()),
  );
  if (isRegistered) return;
  touched.add({ resourceId: tree.serviceId, exact: false });
  if (registeredNamesOnly) touched.addEverything();
}

/** A Web Feature Service. Reference: request-mapping#wfs, X14 and X17 of 7.3. */
export const wfsService: ServiceType = {
  name: 'wfs',
  permissions: ON_SERVICE,
  resourceTypes: { layer: ['describefeaturetype', 'getfeature', 'lockfeature', 'transaction'] },
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: layersOf,
};
