import { readWfs } from '../parameters/wfs';
import type { PermissionName } from '@gatehouse/access-engine';
import { targetBelowService } from './names-below-service';
import { type RequestMapping, type ServiceType, isInvalid } from '../service-type';
import { mayBeAskedInBody, single } from './targets';

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

/** Operations that are about the service itself, whatever type names come with them. */
const ABOUT_SERVICE: ReadonlySet<PermissionName> = new Set([
  'createstoredquery',
  'describestoredqueries',
  'dropstoredquery',
  'getcapabilities',
  'liststoredqueries',
]);

const layersOf: RequestMapping = (request, tree) => {
  const asked = readWfs(request, ON_SERVICE, 'literal');
  if (asked === undefined || isInvalid(asked)) return asked;
  return ABOUT_SERVICE.has(asked.permission)
    ? single(asked.permission, tree.serviceId, true)
    : targetBelowService(asked, tree);
};

/** A Web Feature Service; its path does not matter. spec: permissions 4.6.5, X14 and X17 of 7.3. */
export const wfsService: ServiceType = {
  name: 'wfs',
  permissions: ON_SERVICE,
  resourceTypes: { layer: ['describefeaturetype', 'getfeature', 'lockfeature', 'transaction'] },
  needsBody: mayBeAskedInBody,
  targetOf: layersOf,
};
