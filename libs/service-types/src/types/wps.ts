import { readWps } from '../parameters/wps';
import type { PermissionName } from '@gatehouse/access-engine';
import { targetBelowService } from './names-below-service';
import { type RequestMapping, type ServiceType, isInvalid } from '../service-type';
import { mayBeAskedInBody, single } from './targets';

const ON_SERVICE: readonly PermissionName[] = ['describeprocess', 'execute', 'getcapabilities'];

/** Capabilities are those of the service; everything else is asked of the processes that are named. */
const processesOf: RequestMapping = (request, tree) => {
  const asked = readWps(request, ON_SERVICE, 'standard');
  if (asked === undefined || isInvalid(asked)) return asked;
  return asked.permission === 'getcapabilities'
    ? single(asked.permission, tree.serviceId, true)
    : targetBelowService(asked, tree);
};

/** A Web Processing Service; its path does not matter. spec: permissions 4.6.4. */
export const wpsService: ServiceType = {
  name: 'wps',
  permissions: ON_SERVICE,
  resourceTypes: { process: ['describeprocess', 'execute'] },
  needsBody: mayBeAskedInBody,
  targetOf: processesOf,
};
