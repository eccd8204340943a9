import type { PermissionName, ServiceTree } from '@gatehouse/access-engine';
import { foldOf } from '@gatehouse/names';
import type { ReadingContext } from '../grammar/context';
import { Interpreted } from '../grammar/interpreted';
import type { Requested } from '../protocols/requested';
import { WPS, readWps } from '../protocols/wps';
import { processInPath } from '../protocols/wps-json';
import { requestedProcesses } from '../protocols/wps-processes';
import { type Outside, type Reading, covered, isOutside } from '../reading';
import type { ServiceRequest } from '../request';
import type { ServiceType } from '../service-type';
import { outsideNeeds, readsPosts } from './outside-needs';
import { Touched, single } from './touched';
import { type AddressedRequest, addressed } from './wps-paths';
import { WPS_OPERATIONS } from '../protocols/wps-parameters';

const NAMES: readonly PermissionName[] = ['describeprocess', 'execute', 'getcapabilities'];

/** Capabilities belong to the service; everything else concerns the processes that are named. */
function processesOf(request: ServiceRequest, context: ReadingContext): Reading {
  const address = addressed(request, context);
  if (isOutside(address)) return address;
  const requested = requestedAt(address, context);
  if (isOutside(requested)) return requested;
  const { tree } = context;
  const { permission, names, reachesUnnamed, executes } = requested;
  if (permission === 'getcapabilities') return covered(single(permission, tree.serviceId, true));
  const touched = new Touched();
  for (const name of names) addProcess(touched, name, context);
  if (reachesUnnamed) touched.addEverything();
  return covered(touched.with(permission), executes);
}

/** Adds a process, all others of the same fold, and those whose names precede a colon in it, which some servers remove. */
function addProcess(touched: Touched, name: string, context: ReadingContext): void {
  const { tree } = context;
  const { serviceId } = tree;
  const process = tree.childByName(serviceId, name);
  if (process === undefined)
    touched.addUnregistered({ name, inheritsFrom: serviceId, isMap: false }, context);
  else touched.add({ resourceId: process, exact: true });
  const forms = [name];
  for (let colon = name.indexOf(':'); colon > 0; colon = name.indexOf(':', colon + 1))
    forms.push(name.slice(0, colon));
  for (const form of forms)
    for (const resourceId of processesLike(serviceId, form, tree)) touched.add({ resourceId, exact: true });
}

/** The children of the same fold as a name; a prefix is a part of the name of a process. */
export function processesLike(parentId: number, name: string, tree: ServiceTree): readonly number[] {
  return tree
    .childrenByFold(parentId, name)
    .filter((resourceId) => foldOf(tree.nameOf(resourceId)) === foldOf(name));
}

function requestedAt(
  { request, process }: AddressedRequest,
  { parameters }: ReadingContext,
): Requested | Outside {
  if (process === undefined || request.body.kind !== 'json') return readWps(request, WPS, parameters);
  const named = processInPath(process, request.body.members, request.query);
  return isOutside(named)
    ? named
    : requestedProcesses(named, WPS.isGeoserver, Interpreted.of(request.limits));
}

/** A Web Processing Service. Reference: request-mapping#wps. */
export const wpsService: ServiceType = {
  name: 'wps',
  permissions: NAMES,
  resourceTypes: { process: ['describeprocess', 'execute'] },
  isOws: true,
  operations: WPS_OPERATIONS,
  cookies: 'named',
  ...outsideNeeds(NAMES),
  readsBody: readsPosts,
  read: processesOf,
};
