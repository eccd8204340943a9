import type { Need } from '../reference';
import { UNREGISTERED } from '../reference';
import type { ScenarioService } from '../scenario';
import { isRegistered } from './orderly';
import { atEndpoint, beyondRegistered } from './protocols';
import type { Operation } from './written';

const OPERATIONS: readonly Operation[] = [
  { name: 'GetCapabilities', permission: 'getcapabilities', naming: ['dataset'], isSingle: true },
  { name: 'GetMap', permission: 'getmap', naming: ['layers', 'LAYERS'], more: ['colorscalerange'] },
  { name: 'GetFeatureInfo', permission: 'getfeatureinfo', naming: ['query_layers', 'layers'] },
  { name: 'GetLegendGraphic', permission: 'getlegendgraphic', naming: ['layer'], isSingle: true },
  { name: 'GetMetadata', permission: 'getmetadata', naming: ['layername'], more: ['item'], isSingle: true },
];

/** Requests to ncWMS: layers are variables of files; a name may begin with that of a directory and one more character. */
export const gridRequests = atEndpoint(
  {
    service: 'WMS',
    operations: OPERATIONS,
    forms: ['get', 'post', 'form'],
    names: [
      'open/data.nc/v',
      'closed/data.nc/v',
      'public/data.nc/v',
      'open/closed.dat/v',
      'openXdata.nc/v',
      'publicXdata.nc/v',
      'x/data.nc/v',
    ],
  },
  'wms',
  ({ operation: { name, permission }, names }, service) => {
    const isWhole = name === 'GetCapabilities';
    if (names.length === 0) return [{ permission, on: isWhole ? [] : UNREGISTERED }];
    return names.flatMap((one) =>
      onFile(service, permission, one.split('/').slice(0, isWhole ? undefined : -1)),
    );
  },
);

function onFile(service: ScenarioService, permission: string, path: readonly string[]): Need[] {
  const isKnown = isRegistered(service, path);
  const [first = ''] = path;
  const isTop = !isRegistered(service, [first]);
  const isAlias = /^(?:open|closed|public)./.test(first) && isTop;
  // Except in capabilities, a name without a directory may be that of a group.
  const isGroup = isTop && permission !== 'getcapabilities' && service.options.registered_names_only !== true;
  return [
    { permission, on: isGroup ? { from: [], below: [] } : path },
    ...(isAlias
      ? [{ permission, on: 'everywhere' } as const]
      : beyondRegistered(service, permission, isKnown)),
  ];
}
