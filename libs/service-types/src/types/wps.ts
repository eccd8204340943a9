import type { PermissionName } from '@gatehouse/access-engine';
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

const NAMES: readonly PermissionName[] = ['describeprocess', 'execute', 'getcapabilities'];

/** Capabilities belong to the service; everything else concerns the processes that are named. */
function processesOf(request: ServiceRequest, context: ReadingContext): Reading {
  const address = addressed(request, context);
  if (isOutside(address)) return address;
  const requested = requestedAt(address, context);
  if (isOutside(requested)) return requested;
  const { tree, registeredNamesOnly } = context;
  const { permission, names, reachesUnnamed, executes } = requested;
  if (permission === 'getcapabilities') return covered(single(permission, tree.serviceId, true));
  const touched = new Touched();
  for (const name of names) {
    const process = tree.childByName(tree.serviceId, name);
    touched.add({ resourceId: process ?? tree.serviceId, exact: process !== undefined });
    if (process === undefined && registeredNamesOnly) touched.addEverything();
  }
  if (reachesUnnamed) touched.addEverything();
  return covered(touched.with(permission), executes);
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
  cookies: 'named',
  ...outsideNeeds(NAMES),
  readsBody: readsPosts,
  read: processesOf,
};
