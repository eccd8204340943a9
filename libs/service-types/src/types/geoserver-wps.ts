import type { ReadingContext } from '../grammar/context';
import { GEOSERVER_WPS, readWps } from '../protocols/wps';
import type { NestedReader } from '../protocols/wps-chains';
import type { ServiceType } from '../service-type';
import { readingOf } from './geoserver-workspaces';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';
import { wpsService } from './wps';
import { WPS_OPERATIONS } from '../protocols/wps-parameters';

/**
 * Reads requests to the processing service of a GeoServer. `nested` reads requests of other protocols that inputs of
 * processes are made by; they are outside without it.
 */
export function readingOfGeoserverWps(
  nested?: (context: ReadingContext) => NestedReader,
): ServiceType['read'] {
  return readingOf({
    marker: 'wps',
    // Processes are called `gs:Buffer`: the prefix is a part of the name.
    isScoped: false,
    read: (request, context) => readWps(request, GEOSERVER_WPS, context.parameters, nested?.(context)),
  });
}

/**
 * The Web Processing Service of a GeoServer, with its workspaces; only paths name those.
 * Reference: request-mapping#geoserver-protocols.
 */
export const geoserverWpsService: ServiceType = {
  name: 'geoserverwps',
  permissions: wpsService.permissions,
  resourceTypes: { workspace: wpsService.permissions, process: ['describeprocess', 'execute'] },
  structure: { service: ['workspace'], workspace: ['process'], process: [] },
  isOws: true,
  operations: WPS_OPERATIONS,
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: readingOfGeoserverWps(),
};
