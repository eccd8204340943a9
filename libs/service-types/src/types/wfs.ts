import type { PermissionName } from '@gatehouse/access-engine';
import { nameKey } from '@gatehouse/names';
import type { ReadingContext } from '../grammar/context';
import { localNameOf } from '../protocols/feature-names';
import { ABOUT_SERVICE, WFS, readWfs } from '../protocols/wfs';
import { type Reading, covered, isOutside } from '../reading';
import type { ServiceRequest } from '../request';
import type { ServiceType } from '../service-type';
import { endpointProblem } from './endpoint';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';
import { Touched, single } from './touched';
import { WFS_OPERATIONS } from '../protocols/wfs-parameters';

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
  for (const name of [...names, ...(requested.prefixes ?? [])]) addType(touched, name, context);
  if (requested.reachesUnnamed || requested.reachesAll) touched.addEverything();
  const target = touched.with(permission);
  // Layers have no permission of this name: what denies their features must not be avoided by locking them.
  const withFeatures =
    permission === 'getfeaturewithlock' ? [...target, ...touched.with('getfeature')] : target;
  return covered(withFeatures, executes);
}

/**
 * Adds every layer whose name or local name has the same fold: MapServer and QGIS Server remove prefixes, regardless of their
 * bindings, and QGIS Server writes names in another form. If none of them has that very name, it may also be one that is not
 * registered.
 */
function addType(touched: Touched, name: string, context: ReadingContext): void {
  const { tree } = context;
  const { serviceId } = tree;
  const local = localNameOf(name);
  const namesakes = new Set([local, name].flatMap((form) => tree.childrenByFold(serviceId, form)));
  for (const resourceId of namesakes) touched.add({ resourceId, exact: true });
  const forms = new Set([nameKey(local), nameKey(name)]);
  const isRegistered = [...namesakes].some((resourceId) => {
    const registered = nameKey(tree.nameOf(resourceId));
    return forms.has(registered) || (local === name && forms.has(localNameOf(registered)));
  });
  if (!isRegistered) touched.addUnregistered({ name, inheritsFrom: serviceId, isMap: false }, context);
}

/** A Web Feature Service. Reference: request-mapping#wfs, X14 and X17 of 7.3. */
export const wfsService: ServiceType = {
  name: 'wfs',
  permissions: ON_SERVICE,
  resourceTypes: { layer: ['describefeaturetype', 'getfeature', 'lockfeature', 'transaction'] },
  isOws: true,
  operations: WFS_OPERATIONS,
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: layersOf,
};
