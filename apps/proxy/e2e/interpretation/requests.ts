import fc from 'fast-check';
import { fileRequests, mapRequests } from './requests-files';
import { geoserverRequests } from './requests-geoserver';
import { routeRequests } from './requests-routes';
import type { WrittenRequest } from './written';
import type { InterpretedType } from './interpretation';

/** Requests close to what a server understands, with everything in which its source differs from others. */
export function requestsFor(type: InterpretedType): fc.Arbitrary<WrittenRequest> {
  if (type === 'api') return routeRequests;
  if (type === 'thredds') return fileRequests;
  if (type === 'ncwms') return mapRequests;
  return fc
    .constantFrom(...(type === 'geoserver' ? (['wms', 'wfs', 'wps'] as const) : [protocolOf(type)]))
    .chain(geoserverRequests);
}

function protocolOf(type: InterpretedType): 'wms' | 'wfs' | 'wps' {
  if (type === 'geoserverwms') return 'wms';
  return type === 'geoserverwfs' ? 'wfs' : 'wps';
}
