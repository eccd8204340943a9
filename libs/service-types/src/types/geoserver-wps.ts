import { readWps } from '../parameters/wps';
import { mappingOf } from './geoserver-workspaces';
import type { ServiceType } from '../service-type';
import { mayBeAskedInBody } from './targets';
import { wpsService } from './wps';

/** The Web Processing Service of a GeoServer, with its workspaces; only paths name those. spec: permissions 4.6.7. */
export const geoserverWpsService: ServiceType = {
  name: 'geoserverwps',
  permissions: wpsService.permissions,
  resourceTypes: { workspace: wpsService.permissions, process: ['describeprocess', 'execute'] },
  structure: { service: ['workspace'], workspace: ['process'], process: [] },
  needsBody: mayBeAskedInBody,
  targetOf: mappingOf({
    marker: 'wps',
    // Processes are called `gs:Buffer`: the prefix is a part of the name.
    isScoped: false,
    read: (request) => readWps(request, wpsService.permissions, 'geoserver'),
  }),
};
