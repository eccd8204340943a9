import fc from 'fast-check';
import type { Attempt } from '../attempt';
import type { Needs } from '../reference';
import { PERSONAS, type ScenarioService } from '../scenario';
import { catalogueRequests } from './catalogues';
import { geoserverRequests, mapRequests } from './geoserver';
import { featureRequests, processRequests } from './protocols';
import { gridRequests } from './grids';
import type { Orderly } from './orderly';
import { routeRequests } from './routes';

/** An attempt that was generated from a known meaning. */
export interface KnownAttempt {
  readonly attempt: Attempt;
  readonly needs: Needs;
}

const OF_TYPE: Readonly<Record<string, fc.Arbitrary<Orderly>>> = {
  access: routeRequests('access'),
  api: routeRequests('api'),
  'project-api': routeRequests('api'),
  thredds: catalogueRequests,
  ncwms: gridRequests,
  wps: processRequests,
  wfs: featureRequests,
  geoserverwfs: mapRequests('wfs'),
  geoserverwms: mapRequests('wms'),
  geoserverwps: mapRequests('wps'),
  geoserver: geoserverRequests,
};

/** Requests to those services, all of one type, written as documented, and some of them with one flaw. */
export function orderlyAttemptsAt(services: readonly ScenarioService[]): fc.Arbitrary<KnownAttempt> {
  const requests = OF_TYPE[services[0]?.type ?? ''];
  if (!requests) throw new Error('services of a type without requests');
  return fc
    .record({
      service: fc.constantFrom(...services),
      persona: fc.constantFrom(...PERSONAS, 'member', 'member'),
      headers: fc.constantFrom([], [], [['Cookie', 'mode=map; kept=1; layer=closed'] as const]),
      request: requests,
    })
    .map(({ service, persona, headers, request: { method, path, query = '', body, needs } }) => ({
      attempt: { service, persona, method, lead: '/ows/proxy/', rest: path + query, headers, body },
      needs: needs(service),
    }));
}
