import { type OwsRequest } from '../parameters/names';
import { type ServiceTree, type Target } from '@gatehouse/access-engine';
import { Touched } from './targets';

/**
 * What an OGC request touches whose names are children of the service: those that exist, and the service, not
 * exactly, for what does not, for what is not named, and when nothing is. spec: permissions 4.6.4, 4.6.5.
 */
export function targetBelowService(
  { permission, names, reachesUnnamed }: OwsRequest,
  tree: ServiceTree,
): Target {
  const touched = new Touched();
  for (const name of names) {
    const child = tree.childByName(tree.serviceId, name);
    touched.add({ resourceId: child ?? tree.serviceId, exact: child !== undefined });
  }
  if (reachesUnnamed || touched.isEmpty) touched.add({ resourceId: tree.serviceId, exact: false });
  return touched.with(permission);
}
